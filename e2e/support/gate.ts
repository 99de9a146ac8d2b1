import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Exchange, pass, refuse } from './exchange.ts';
import { forward, passOn } from './pass-on.ts';

/** What happens to a request on its way to the intake. */
export type Fault = (exchange: Exchange) => void | Promise<void>;

/** Stands before the server as a proxy does, and can come between page and intake while everything else goes through. */
export interface Gate {
  origin: string;
  shut(): void;
  open(): void;
  /** From now on requests to the intake meet this. */
  meet(fault: Fault): void;
  /** Nothing goes through at all, as without a network. */
  unplug(): void;
  /** Requests for these paths do not go through; `null` lets all of them. */
  block(path: RegExp | null): void;
  /** From now on such requests wait here. @returns lets those that wait come as if they came then, and all that come later */
  hold(isHeld: (request: IncomingMessage) => boolean): () => void;
  plugIn(): void;
  /** Requests for these paths get this and do not go through; `null` lets all of them. */
  answer(path: RegExp, reply: { status: number; body?: string } | null): void;
  /** Replies to these paths come changed; a character is a byte. */
  rewrite(path: RegExp, change: (text: string) => string): void;
  /** Requests that got an answer of the gate. */
  answeredCount(): number;
  /** Requests to the intake that met a fault. */
  refusedCount(): number;
  /** Requests to the intake that wait for its answer. */
  underWayCount(): number;
  /** Calls for each request to the intake, as it has come and before it goes on. @returns how to stop it */
  watch(listener: (exchange: Exchange) => void): () => void;
  close(): Promise<void>;
}

export async function openGate(targetOrigin: string): Promise<Gate> {
  let fault: Fault | null = null;
  let isUnplugged = false;
  let blocked: RegExp | null = null;
  let isHeld: (request: IncomingMessage) => boolean = () => false;
  const waiting: (() => void)[] = [];
  let refused = 0;
  let answered = 0;
  const answers = new Map<string, { path: RegExp; status: number; body: string }>();
  const rewrites: { path: RegExp; change: (text: string) => string }[] = [];
  let underWay = 0;
  const watchers = new Set<(exchange: Exchange) => void>();

  const server = createServer(take);

  function take(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const url = incoming.url ?? '';
    const reply = [...answers.values()].find(({ path }) => path.test(url));
    if (isUnplugged || blocked?.test(url)) incoming.socket.destroy();
    else if (isHeld(incoming)) waiting.push(() => take(incoming, outgoing));
    else if (reply !== undefined) {
      answered += 1;
      outgoing.writeHead(reply.status, { 'access-control-allow-origin': '*' }).end(reply.body);
    } else if (/log_event|video_stats/.test(url)) void toIntake(incoming, outgoing);
    else {
      const { change } = rewrites.find(({ path }) => path.test(url)) ?? {};
      passOn(targetOrigin, incoming, outgoing, change);
    }
  }

  async function toIntake(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    underWay += 1;
    try {
      const body = Buffer.concat(await incoming.toArray());
      const exchange: Exchange = {
        incoming,
        outgoing,
        body,
        open: (onAnswer) => forward(targetOrigin, incoming, onAnswer),
      };
      for (const watch of [...watchers]) watch(exchange);
      const met = fault;
      if (met === null) {
        await pass(exchange);
      } else {
        refused += 1;
        await met(exchange);
      }
    } catch {
      // One of the two sides has gone; so the other sees that its partner has.
      outgoing.destroy();
    } finally {
      underWay -= 1;
    }
  }

  server.listen(0, 'localhost');
  await once(server, 'listening');
  const meet = (next: Fault | null) => {
    fault = next;
  };
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    shut: () => meet(refuse),
    open: () => meet(null),
    meet,
    unplug() {
      isUnplugged = true;
      server.closeAllConnections();
    },
    block(path) {
      blocked = path;
    },
    hold(which) {
      isHeld = which;
      return () => {
        isHeld = () => false;
        for (const goOn of waiting.splice(0)) goOn();
      };
    },
    plugIn() {
      isUnplugged = false;
    },
    answer(path, reply) {
      if (reply === null) answers.delete(path.source);
      else answers.set(path.source, { path, status: reply.status, body: reply.body ?? '' });
    },
    rewrite: (path, change) => void rewrites.push({ path, change }),
    answeredCount: () => answered,
    refusedCount: () => refused,
    underWayCount: () => underWay,
    watch(listener) {
      watchers.add(listener);
      return () => watchers.delete(listener);
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
