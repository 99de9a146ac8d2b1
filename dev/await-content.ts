import type { Plugin } from 'vite';

/**
 * Waits for the content of a changed file, up to 100 ms. Many editors empty a file before they
 * write it. Vite's watcher drops the second event if it comes within 50 ms; pages would then have
 * the empty module until the next change.
 */
export function awaitContent(): Plugin {
  return {
    name: 'await-content',
    apply: 'serve',
    hotUpdate: {
      order: 'pre',
      async handler({ type, read }) {
        // `read` waits while the file is empty.
        if (type === 'update') await read();
      },
    },
  };
}
