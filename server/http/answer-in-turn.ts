import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { httpLimits } from '../limits/http-limits.ts';
import { clientNetwork } from './client-network.ts';
import type { WaitingRequests } from './waiting-requests.ts';

export interface TurnDeps {
  waiting: WaitingRequests;
  /** Whether an address is a trusted proxy's. */
  isProxy: (address: string) => boolean;
  /** Waiting requests of one connection from which nothing more is read of it. */
  pauseCount?: number;
}

/** The waiting requests of one connection. */
interface Queue {
  count: number;
  isPaused: boolean;
}

/**
 * Answers the requests of a connection one after another: a handler starts when the answers before its own have left.
 *
 * Node hands over all pipelined requests at once, and when their connection closes, the responses that are still queued never
 * emit `close` (Node 24). A handler that had opened a file, reserved memory or begun to wait for such a response would keep it
 * for ever.
 */
export function answerInTurn(handle: RequestListener, deps: TurnDeps): RequestListener {
  const { waiting, isProxy, pauseCount = httpLimits.waitingPauseCount.value } = deps;
  const queues = new WeakMap<Socket, Queue>();

  function queueOf(socket: Socket, client: string | null): Queue {
    const known = queues.get(socket);
    if (known !== undefined) return known;
    const queue: Queue = { count: 0, isPaused: false };
    queues.set(socket, queue);
    // Node resumes a connection whenever it has read a body to its end.
    socket.on('resume', () => {
      if (queue.isPaused) socket.pause();
    });
    socket.once('close', () => {
      for (; queue.count > 0; queue.count -= 1) waiting.leave(client);
    });
    return queue;
  }

  return (request, response) => {
    // Node gives the connection to the response whose turn it is.
    if (response.socket !== null) {
      handle(request, response);
      return;
    }
    const { socket } = request;
    const address = socket.remoteAddress ?? '';
    const client = isProxy(address) ? null : clientNetwork(address);
    const queue = queueOf(socket, client);
    if (!waiting.enter(client)) {
      socket.destroy();
      return;
    }
    queue.count += 1;
    if (queue.count === pauseCount) {
      queue.isPaused = true;
      socket.pause();
    }
    response.once('socket', () => {
      queue.count -= 1;
      waiting.leave(client);
      if (queue.isPaused && queue.count <= pauseCount / 2) {
        queue.isPaused = false;
        socket.resume();
      }
      // In a turn of its own, so that a long queue does not keep other connections waiting.
      setImmediate(() => handle(request, response));
    });
  };
}
