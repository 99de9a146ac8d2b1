import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { clientNetwork } from '../client-network.ts';
import { httpLimits } from '../http-limits.ts';
import type { WaitingRequests } from './waiting-requests.ts';

export interface TurnDeps {
  waiting: WaitingRequests;
  /** Whether an address belongs to a trusted proxy. */
  isProxy: (address: string) => boolean;
  /** A connection is paused when this number of its requests are waiting. */
  pauseCount?: number;
}

/** The waiting requests of one connection. */
interface Queue {
  count: number;
  isPaused: boolean;
}

/**
 * Answers the requests of a connection one after another: a handler starts when all earlier answers
 * have been sent.
 *
 * Node passes on all pipelined requests at once. When their connection closes, queued responses
 * never emit `close` (Node 24). A handler that had opened a file, reserved memory or started to
 * wait for such a response would leak it.
 */
export function answerInTurn(handle: RequestListener, deps: TurnDeps): RequestListener {
  const { waiting, isProxy, pauseCount = httpLimits.waitingPauseCount.value } = deps;
  const queues = new WeakMap<Socket, Queue>();

  function queueOf(socket: Socket, client: string | null): Queue {
    const known = queues.get(socket);
    if (known !== undefined) return known;
    const queue: Queue = { count: 0, isPaused: false };
    queues.set(socket, queue);
    // Node resumes a connection after each complete body.
    socket.on('resume', () => {
      if (queue.isPaused) socket.pause();
    });
    socket.once('close', () => {
      for (; queue.count > 0; queue.count -= 1) waiting.leave(client);
    });
    return queue;
  }

  return (request, response) => {
    // Node assigns the socket to the response that is sent now.
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
      // In a separate turn, so that a long queue does not delay other connections.
      setImmediate(() => handle(request, response));
    });
  };
}
