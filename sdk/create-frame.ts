import { defaultTitle } from './frame-title.ts';
import type { PlayerOptions } from './player-options.ts';

const allow =
  'accelerometer; autoplay; clipboard-write; encrypted-media; gyroscope; picture-in-picture';

/**
 * Creates the frame that replaces an element, with the element's attributes (host protocol §2). It
 * has no `src` yet.
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
    // Browsers without `navigator.share` warn about `web-share` on the console.
    allow: 'share' in navigator ? `${allow}; web-share` : allow,
    allowFullscreen: true,
    referrerPolicy: 'strict-origin-when-cross-origin',
    title: defaultTitle,
  });
  for (const attribute of element.attributes) {
    // A strict policy forbids handlers and styles set as text, and logs it on the console. `src` is
    // ours.
    if (/^(?:on|src|style$)/.test(attribute.name)) continue;
    // Copy the node, because templates leave names (`@click`) that `setAttribute` rejects.
    frame.setAttributeNode(attribute.cloneNode() as Attr);
  }
  if (element.style.cssText) frame.style.cssText = element.style.cssText;
  // The browser turns numbers into text.
  frame.width = (width ?? frame.width) as string;
  frame.height = (height ?? frame.height) as string;
  return frame;
}
