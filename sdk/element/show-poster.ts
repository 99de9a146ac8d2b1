/**
 * Shows the element's own poster, or the server's. A video that needs a token is private, and the
 * server has no poster for its viewers.
 */
export function showPoster(poster: HTMLImageElement, element: Element, host: string): void {
  const id = element.getAttribute('videoid');
  const isPrivate = /(^|[?&])token=/.test(element.getAttribute('params') ?? '');
  const own = id && host && !isPrivate ? `${host}/poster/${encodeURIComponent(id)}` : '';
  const src = element.getAttribute('poster') || own;
  if (src === poster.getAttribute('src')) return;
  poster.hidden = src === '';
  if (src !== '') poster.src = src;
}
