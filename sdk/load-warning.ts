/**
 * Warns the page's developer if no player answers in the frame. The text comes from the player's
 * server, so that other pages do not load it.
 */
export function loadWarning(frame: HTMLIFrameElement, origin: string): void {
  // A variable, because Vite adds code to imports whose address it can read.
  const url = `${origin}/sdk/warnings.js`;
  import(/* @vite-ignore */ /* webpackIgnore: true */ url).then(
    (warnings: typeof import('./warnings.ts')) => warnings.warn(frame),
    () => {
      // The page's policy may refuse the script, or the frame's server have none.
    },
  );
}
