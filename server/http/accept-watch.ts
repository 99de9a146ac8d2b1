import type { Server } from 'node:http';

/** Tracks whether servers have accepted a connection in this turn of the event loop. */
export interface AcceptWatch {
  watch(server: Server): void;
  isAccepting(): boolean;
}

export function createAcceptWatch(): AcceptWatch {
  let isAccepting = false;
  return {
    watch: (server) =>
      void server.on('connection', () => {
        if (isAccepting) return;
        isAccepting = true;
        setImmediate(() => {
          isAccepting = false;
        });
      }),
    isAccepting: () => isAccepting,
  };
}
