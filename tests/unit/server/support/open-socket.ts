import { connect, type Socket } from 'node:net';

/** A connection that reads only on demand, and whose end is no failure. */
export async function openSocket(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('connect', resolve));
  return socket;
}

/** @returns once the first bytes of an answer have come; the rest stays unread */
export function firstBytes(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once('data', () => {
      socket.pause();
      resolve();
    });
    socket.once('close', () => resolve());
  });
}

export function get(path: string, headers = ''): string {
  return `GET ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`;
}
