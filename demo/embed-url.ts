/**
 * The address of the player page, for a frame controlled by messages.
 * @param parameters further parameters of the player page, e.g. `start`
 */
export function embedUrl(
  embedOrigin: string,
  videoId: string,
  parameters: Iterable<readonly [string, string]> = [],
): string {
  const url = new URL(`/embed/${encodeURIComponent(videoId)}`, embedOrigin);
  for (const [name, value] of parameters) url.searchParams.set(name, value);
  url.searchParams.set('enablejsapi', '1');
  url.searchParams.set('origin', location.origin);
  url.searchParams.set('widgetid', '1');
  return url.href;
}
