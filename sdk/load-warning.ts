import type { Listeners } from './warnings.ts';

/** Element of the script with the texts; `warn-frame.ts` reads what it is about from it. */
export interface WarningScript extends HTMLScriptElement {
  frame?: HTMLIFrameElement;
  listeners?: Listeners | undefined;
}

/**
 * Warns the page's developer if no player answers in the frame. The text comes from the player's
 * server, so that other pages do not load it. A classic script: for a module of another origin
 * browsers require a header, which many static hosts do not send.
 * @param listeners of a player whose autoplay the browser has refused; the text is then about this
 */
export function loadWarning(frame: HTMLIFrameElement, origin: string, listeners?: Listeners): void {
  const src = `${origin}/sdk/warnings.js`;
  try {
    document.head.append(
      Object.assign(document.createElement('script'), { src, frame, listeners }),
    );
  } catch {
    // The page's policy may require trusted types, and then refuses the address of a script.
  }
}
