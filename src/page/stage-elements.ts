import type { Variable } from '../../shared/player/player-args.ts';

/** The shell's elements, which exist before any script runs. React owns only `ui`. */
export interface Stage {
  root: HTMLElement;
  video: HTMLVideoElement;
  captions: HTMLElement;
  bigPlay: HTMLButtonElement;
  ui: HTMLElement;
}

/**
 * @param rootElementId of the player element or an element around it; if empty, the document's
 *   first player
 * @returns `null` while the document lacks them
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
