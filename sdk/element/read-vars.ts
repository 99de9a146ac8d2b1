import type { PlayerVars } from '../offstage.ts';

/** @returns the player's parameters in the element's attributes; `params` overrides the list */
export function readVars(element: Element): PlayerVars {
  const list = element.getAttribute('playlist');
  return {
    ...(list && { list, listType: 'playlist' }),
    ...Object.fromEntries(new URLSearchParams(element.getAttribute('params') ?? '')),
  };
}
