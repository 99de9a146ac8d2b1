/** Shows the element's own poster, or the server's. */
export function showPoster(poster: HTMLImageElement, element: Element, host: string): void {
  const id = element.getAttribute('videoid');
  const own = id && host ? `${host}/poster/${encodeURIComponent(id)}` : '';
  const src = element.getAttribute('poster') || own;
  if (src === poster.getAttribute('src')) return;
  poster.hidden = src === '';
  if (src !== '') poster.src = src;
}
