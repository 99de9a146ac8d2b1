/**
 * The page on which the operator shows a video.
 * @param watchUrl from the reply, not validated yet
 * @param base address of the player page
 * @returns `null` if the reply has none, or one that is not an http(s) URL
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
