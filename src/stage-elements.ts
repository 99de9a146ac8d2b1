/** The elements of the shell, which are there before any script runs. React owns only `ui`. */
export interface Stage {
  root: HTMLElement;
  video: HTMLVideoElement;
  captions: HTMLElement;
  bigPlay: HTMLButtonElement;
  ui: HTMLElement;
}

/** @returns `null` while the document has not got them yet */
export function findStage(document: Document): Stage | null {
  const root = document.querySelector<HTMLElement>('.player');
  const video = root?.querySelector<HTMLVideoElement>('.video');
  const captions = root?.querySelector<HTMLElement>('.captions');
  const bigPlay = root?.querySelector<HTMLButtonElement>('.big-play');
  const ui = root?.querySelector<HTMLElement>('.ui');
  return root && video && captions && bigPlay && ui ? { root, video, captions, bigPlay, ui } : null;
}
