import { rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { announcedServers } from './announced-servers.js';

/**
 * Makes this server known to later ones with the same data directory, by a socket that the system
 * closes with the process. Removes sockets of servers that were killed.
 *
 * `findStoreUsers` cannot replace it: that works only on Linux and SQLite, and does not tell a
 * server from an export.
 * @returns how many other servers of this machine use the directory; 0 where sockets cannot be made
 */
export async function announceServer(dataDir: string): Promise<number> {
  let othersCount = 0;
  for (const { file, isRunning } of await announcedServers(dataDir)) {
    if (isRunning) othersCount += 1;
    else await rm(file, { force: true });
  }
  const server = createServer((socket) => socket.destroy()).unref();
  // The path is too long for a socket, or the file system has none: later servers stay uninformed.
  server.on('error', () => {});
  const file = join(dataDir, `server-${process.pid}.sock`);
  server.listen(file, () => process.once('exit', () => rmSync(file, { force: true })));
  return othersCount;
}

export function sharedSentence(dataDir: string, othersCount: number): string {
  const others = othersCount === 1 ? 'Another server uses' : `${othersCount} other servers use`;
  return `${others} the data directory ${dataDir} too: all of them store events there. If this was not meant, stop one of them, or choose another directory with --data.`;
}
