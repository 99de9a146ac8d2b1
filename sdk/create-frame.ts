import { defaultTitle } from './frame-title.ts';
import type { PlayerOptions } from './player-options.ts';

const allow =
  'accelerometer; autoplay; clipboard-write; encrypted-media; gyroscope; picture-in-picture';

/**
 * The frame that takes an element's place, with its attributes (host protocol §2). It has no `src` yet.
 */
export function createFrame(
  element: HTMLElement,
  { width, height }: Pick<PlayerOptions, 'width' | 'height'>,
): HTMLIFrameElement {
  const frame = element.ownerDocument.createElement('iframe');
  Object.assign(frame, {
    width: 640,
    height: 360,
    frameBorder: 0,
    // A browser that cannot share complains of the word on the console.
    allow: 'share' in navigator ? `${allow}; web-share` : allow,
    allowFullscreen: true,
    referrerPolicy: 'strict-origin-when-cross-origin',
    title: defaultTitle,
  });
  for (const attribute of element.attributes) {
    // A strict policy forbids handlers and styles that are set as text, and the console would say so; `src` is ours.
    if (/^(?:on|src|style$)/.test(attribute.name)) continue;
    // As a node: templates leave names (`@click`) that `setAttribute` refuses.
    frame.setAttributeNode(attribute.cloneNode() as Attr);
  }
  if (element.style.cssText) frame.style.cssText = element.style.cssText;
  if (width !== undefined) frame.width = `${width}`;
  if (height !== undefined) frame.height = `${height}`;
  return frame;
}
