/**
 * Warns the page's developer if no player answers in the frame. The text comes from the player's
 * server, so that other pages do not load it.
 * @param isBlocked warns that the browser has refused autoplay instead
 */
export function loadWarning(frame: HTMLIFrameElement, isBlocked?: boolean): void {
  // A variable, because Vite adds code to imports whose address it can read.
  const url = new URL('/sdk/warnings.js', frame.src).href;
  import(/* @vite-ignore */ /* webpackIgnore: true */ url).then(
    (warnings: typeof import('./warnings.ts')) => warnings.warn(frame, isBlocked),
    () => {
      // The page's policy may refuse the script, or the frame's server have none.
    },
  );
}
