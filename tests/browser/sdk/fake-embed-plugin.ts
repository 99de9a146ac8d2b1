import type { Plugin } from 'vite';

/**
 * A frame that says what the test tells it to, for sequences that no real player makes. Of the
 * test's own origin, so that the
 * test can reach into it: `heard` is what it was told, `say` posts to the page.
 */
const page = `<!doctype html><title>Fake embed</title><script>
  window.heard = [];
  addEventListener('message', ({ data }) => heard.push(JSON.parse(data)));
  window.say = (data) => parent.postMessage(typeof data === 'string' ? data : JSON.stringify(data), '*');
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
