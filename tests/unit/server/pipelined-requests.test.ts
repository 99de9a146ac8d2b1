import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDescriptors } from './support/open-descriptors.ts';
import { firstBytes, get, openSocket } from './support/open-socket.ts';
import { startTestServer } from './support/start-test-server.ts';
import { tempDirectory } from './support/temp-directory.ts';

/** More than the buffers between server and client hold, so that an answer stays open while nobody reads it. */
const longFile = Buffer.alloc(16_000_000, 'x');

test.each([
  ['400 connections with two requests each', 400, 2],
  ['100 connections with 100 requests each', 100, 100],
])('%s for a file leave no descriptor open after they are dropped', async (_what, connections, requests) => {
  const mediaDir = tempDirectory({ 'a.mp4': longFile });
  const server = await startTestServer({ mediaDir });
  const file = join(mediaDir, 'a.mp4');
  const sockets = await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = await openSocket(server.embedPort);
      socket.write(get('/media/a.mp4').repeat(requests));
      await firstBytes(socket);
      return socket;
    }),
  );
  expect(openDescriptors(file)).toBeGreaterThan(0);
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => openDescriptors(file), { timeout: 5_000 }).toBe(0);
});
