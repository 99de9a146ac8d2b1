/**
 * Reads the page config again: keeping the value in memory for these uses would cost every page.
 * @returns origin of the API, if the config names one; else empty
 */
export function readApiOrigin(): string {
  try {
    const config = JSON.parse(document.getElementById('page-config')?.textContent ?? '');
    return String(config.apiOrigin ?? '');
  } catch {
    // The page has no config, or it is not valid JSON.
    return '';
  }
}
