/**
 * Where the operator wants CMCD reports, by the config that the server wrote into the page.
 * @param text of the config's element
 * @returns `null` for none, and for a config that is none
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
