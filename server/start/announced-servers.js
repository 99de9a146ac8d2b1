import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';

const socketPattern = /^server-(\d+)\.sock$/;

/**
 * Finds the servers of a data directory by the sockets of `announceServer`. Plain JavaScript
 * without packages: the start script uses it before anything is installed.
 * @param {string} dataDir
 * @returns {Promise<{ file: string, pid: number, isRunning: boolean }[]>} with those that were
 *   killed and left their socket
 */
export async function announcedServers(dataDir) {
  const names = await readdir(dataDir).catch(() => []);
  const servers = [];
  for (const name of names) {
    const pid = socketPattern.exec(name)?.[1];
    if (pid === undefined) continue;
    const file = join(dataDir, name);
    servers.push({ file, pid: Number(pid), isRunning: await answers(file) });
  }
  return servers;
}

/** @param {string} file */
async function answers(file) {
  const socket = connect(file);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
