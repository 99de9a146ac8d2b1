/** The video that the test wants to see first: `?v=`. */
export const firstVideoId = new URLSearchParams(location.search).get('v') ?? 'offstage001';

/** The place for the player. */
export function stage(): HTMLElement {
  return document.querySelector('main') ?? document.body;
}

/** An element for a client to take or to replace. */
export function placeholder(id = 'player'): HTMLElement {
  const element = document.createElement('div');
  element.id = id;
  stage().append(element);
  return element;
}
