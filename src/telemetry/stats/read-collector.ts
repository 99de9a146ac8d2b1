/**
 * Reads the URL for CMCD reports from the config that the server wrote into the page.
 * @param text of the config's element
 * @returns `null` if there is none, or the config is invalid
 */
export function readCollector(text: string | null | undefined): string | null {
  try {
    const config: unknown = JSON.parse(text ?? '');
    if (typeof config !== 'object' || config === null || !('cmcd' in config)) return null;
    return typeof config.cmcd === 'string' ? config.cmcd : null;
  } catch {
    return null;
  }
}
