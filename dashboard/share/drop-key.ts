/**
 * Removes the key of a read-only link from the page's address. The browser has it as a cookie by
 * now, and a copy of the address should not contain it.
 */
export function dropKey(): void {
  const query = new URLSearchParams(location.search);
  if (!query.has('key')) return;
  query.delete('key');
  const search = query.size === 0 ? '' : `?${query}`;
  history.replaceState(null, '', `${location.pathname}${search}${location.hash}`);
}
