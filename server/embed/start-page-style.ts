/** In the page itself, whose policy names it by its hash. */
export const startPageStyle =
  // The canvas takes its scheme from the root alone.
  ':root{color-scheme:light dark;background:Canvas;color:CanvasText}body{font:16px/1.6 system-ui,sans-serif;max-width:40rem;margin:2rem auto;padding:0 1rem}';
