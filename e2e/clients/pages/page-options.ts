/** The first video to show: `?v=`. */
export const firstVideoId = new URLSearchParams(location.search).get('v') ?? 'offstage001';

/** The player's container. */
export function stage(): HTMLElement {
  return document.querySelector('main') ?? document.body;
}

/** An element for a client to fill or replace. */
export function placeholder(id = 'player'): HTMLElement {
  const element = document.createElement('div');
  element.id = id;
  stage().append(element);
  return element;
}
