import { createServer, type Server, type Socket } from 'node:net';
import { PassThrough, type Readable } from 'node:stream';
import { rtmpLimits } from '../live-limits.ts';
import { receivePublisher } from './receive-publisher.ts';

export interface RtmpDeps {
  /** Last part of the address: `live` in `rtmp://0.0.0.0/live`. */
  app: string;
  isKey(key: string): boolean;
  /** Gets each stream as FLV, one at a time. */
  onStream(flv: Readable): void;
  /** Gets sentences about senders that were refused. */
  onRefusal(sentence: string): void;
  /** Closes all connections. */
  signal: AbortSignal;
}

/** Receives RTMP senders that know the key. The caller calls `listen`. */
export function createRtmpServer({ app, isKey, onStream, onRefusal, signal }: RtmpDeps): Server {
  /** Connections that have not shown the key, the oldest first. */
  const waiting = new Set<Socket>();
  let current: Readable | null = null;

  function serve(socket: Socket): void {
    // A refusal would let idle connections keep a sender out.
    const [oldest] = waiting;
    if (oldest !== undefined && waiting.size >= rtmpLimits.waitingCount) {
      waiting.delete(oldest);
      oldest.destroy();
    }
    waiting.add(socket);
    const flv = new PassThrough();
    const refused = (why: string) => {
      onRefusal(`${socket.remoteAddress}: ${why}`);
      return why;
    };
    const publisher = receivePublisher(socket, {
      admit(call) {
        if (call.app !== app)
          return refused(`the address must end with /${app}, not /${call.app}.`);
        if (!isKey(call.key)) return refused('the stream key is wrong.');
        if (current !== null) return refused('another sender is already sending.');
        waiting.delete(socket);
        current = flv;
        socket.setTimeout(rtmpLimits.silenceMs);
        onStream(flv);
        return null;
      },
      write: (bytes) => flv.write(bytes),
    });
    socket.setTimeout(rtmpLimits.keyMs);
    // A sender that sends slowly on purpose must not extend its time.
    const deadline = setTimeout(() => waiting.has(socket) && socket.destroy(), rtmpLimits.keyMs);
    // The stream that is being received ends with its encoder.
    const close = () => current !== flv && socket.destroy();
    signal.addEventListener('abort', close, { once: true });
    socket.on('timeout', () => socket.destroy());
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      try {
        publisher.take(bytes);
      } catch (error) {
        refused(error instanceof Error ? `${error.message}.` : String(error));
        socket.destroy();
        return;
      }
      if (publisher.isOver()) socket.end();
      if (flv.writableNeedDrain) {
        socket.pause();
        flv.once('drain', () => socket.resume());
      }
    });
    socket.on('close', () => {
      clearTimeout(deadline);
      signal.removeEventListener('abort', close);
      waiting.delete(socket);
      flv.end();
      if (current === flv) current = null;
    });
    // The reader has gone.
    flv.on('close', () => socket.destroy());
  }

  return createServer(serve);
}
