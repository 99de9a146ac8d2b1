import type { Variable } from '../shared/player-args.ts';

/** The elements of the shell, which are there before any script runs. React owns only `ui`. */
export interface Stage {
  root: HTMLElement;
  video: HTMLVideoElement;
  captions: HTMLElement;
  bigPlay: HTMLButtonElement;
  ui: HTMLElement;
}

/**
 * @param rootElementId of the element that is the player or has it in it; without, the first player of the document
 * @returns `null` while the document has not got them yet
 */
export function findStage(document: Document, rootElementId: Variable = ''): Stage | null {
  const place = rootElementId && `#${CSS.escape(`${rootElementId}`)}`;
  const root = document.querySelector<HTMLElement>(
    place ? `${place}.player, ${place} .player` : '.player',
  );
  const video = root?.querySelector<HTMLVideoElement>('.video');
  const captions = root?.querySelector<HTMLElement>('.captions');
  const bigPlay = root?.querySelector<HTMLButtonElement>('.big-play');
  const ui = root?.querySelector<HTMLElement>('.ui');
  return root && video && captions && bigPlay && ui ? { root, video, captions, bigPlay, ui } : null;
}
