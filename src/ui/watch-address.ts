/**
 * The page on which the operator shows a video.
 * @param watchUrl as the reply names it, not yet checked
 * @param base address of the player page
 * @returns `null` where the reply names none, and where what it names is no address of the web
 */
export function watchAddress(watchUrl: unknown, base: string): URL | null {
  if (typeof watchUrl !== 'string' || watchUrl === '') return null;
  try {
    const url = new URL(watchUrl, base);
    return /^https?:$/.test(url.protocol) ? url : null;
  } catch {
    return null;
  }
}
