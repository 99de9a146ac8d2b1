import type { ServerResponse } from 'node:http';
import type { Plugin } from 'vitest/config';

/**
 * A film whose audio halts, under `/__halting/KEY/`: the first request for `audio.cmfa` gets
 * headers without bytes, for which a player waits longer than for headers, and later ones get both.
 * `captions.m3u8` is answered once that first request has arrived, and is not a playlist.
 */
export function haltingMediaPlugin(): Plugin {
  const halted = new Set<string>();
  const waiting = new Map<string, ServerResponse[]>();
  const answer = (response: ServerResponse) =>
    response.end('<html>Please log in to the network</html>');
  return {
    name: 'offstage-test-halting-media',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const [, key = '', file = ''] =
          /^\/__halting\/([\w-]+)\/([\w.-]+)$/.exec(request.url ?? '') ?? [];
        if (file === 'captions.m3u8') {
          if (halted.has(key)) answer(response);
          else waiting.set(key, [...(waiting.get(key) ?? []), response]);
        } else if (file === 'audio.cmfa' && !halted.has(key)) {
          halted.add(key);
          response.writeHead(206, { 'Content-Type': 'video/mp4' }).flushHeaders();
          for (const held of waiting.get(key) ?? []) answer(held);
        } else {
          if (file !== '') request.url = `/media/offstage001/${file}`;
          next();
        }
      });
    },
  };
}
