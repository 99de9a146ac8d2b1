/**
 * Warns the page's developer if no player answers in the frame. The text comes from the player's
 * server, so that other pages do not load it.
 */
export function loadWarning(frame: HTMLIFrameElement): void {
  const url = new URL('../sdk/warnings.js', frame.src).href;
  import(/* @vite-ignore */ /* webpackIgnore: true */ url).then(
    (warnings: typeof import('./warnings.ts')) => warnings.warn(frame),
    () => {
      // The page's policy may refuse the script.
    },
  );
}
