import { element } from './element.ts';

/** An iframe as a publisher writes it. */
export function createPlayerFrame(src: string): HTMLIFrameElement {
  return element('iframe', {
    src,
    title: 'Video player',
    allow: 'autoplay; encrypted-media; fullscreen; picture-in-picture',
    referrerPolicy: 'strict-origin-when-cross-origin',
  });
}
