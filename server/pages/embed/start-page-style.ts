/** Inline in the page; the page's policy allows it by its hash. */
export const startPageStyle =
  // The canvas follows only the root's colour scheme.
  ':root{color-scheme:light dark;background:Canvas;color:CanvasText}body{font:16px/1.6 system-ui,sans-serif;max-width:40rem;margin:2rem auto;padding:0 1rem}';
