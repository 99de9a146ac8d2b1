import { once } from 'node:events';
import type { ServerProcess } from '../../../e2e/support/server-process.ts';

/** Arguments for a server whose heap will be read. */
export const inspectable = ['--inspect=127.0.0.1:0'];

/** Reads a Node process's memory after garbage collection, through its inspector. */
export interface HeapReader {
  /** Bytes of JavaScript objects and of their buffers. */
  read(): Promise<number>;
  close(): void;
}

interface HeapUsage {
  usedSize: number;
  backingStorageSize: number;
}

export async function openHeapReader(server: ServerProcess): Promise<HeapReader> {
  const [url] = /ws:\/\/\S+/.exec(server.output()) ?? [];
  if (url === undefined) throw new Error(`The server has no inspector: ${server.output()}`);
  const socket = new WebSocket(url);
  await once(socket, 'open');
  const answers = new Map<number, (result: unknown) => void>();
  let lastId = 0;
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data));
    answers.get(id)?.(result);
    answers.delete(id);
  });
  const ask = (method: string) =>
    new Promise<unknown>((resolve) => {
      lastId += 1;
      answers.set(lastId, resolve);
      socket.send(JSON.stringify({ id: lastId, method }));
    });
  return {
    async read() {
      await ask('HeapProfiler.collectGarbage');
      const { usedSize, backingStorageSize } = (await ask('Runtime.getHeapUsage')) as HeapUsage;
      return usedSize + backingStorageSize;
    },
    close: () => socket.close(),
  };
}
