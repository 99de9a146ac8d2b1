/**
 * @returns why the element cannot show anything, for the page's developer; empty if it can
 */
export function findProblem(element: Element, host: string): string {
  if (host === '') return '<offstage-player> needs the attribute "host".';
  const hasSubject = element.getAttribute('videoid') || element.getAttribute('playlist');
  return hasSubject ? '' : '<offstage-player> needs the attribute "videoid" or "playlist".';
}
