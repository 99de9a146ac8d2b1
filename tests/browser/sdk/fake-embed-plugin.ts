import type { Plugin } from 'vite';

/**
 * A frame whose messages the test controls, for sequences that no real player sends. It has the
 * test's own origin, so that the test can access it: `received` has its messages, `send` posts to
 * the page.
 */
const page = `<!doctype html><title>Fake embed</title><script>
  window.received = [];
  addEventListener('message', ({ data }) => received.push(JSON.parse(data)));
  window.send = (data) => parent.postMessage(typeof data === 'string' ? data : JSON.stringify(data), '*');
</script>`;

/** Serves it under `/fake/embed/<anything>`, as the player's server does. */
export function fakeEmbedPlugin(): Plugin {
  return {
    name: 'fake-embed',
    configureServer(server) {
      server.middlewares.use('/fake/embed', (_, response) => {
        response.setHeader('content-type', 'text/html; charset=utf-8');
        response.end(page);
      });
    },
  };
}
