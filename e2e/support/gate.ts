import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Exchange, pass, refuse } from './exchange.ts';
import { forward, passOn } from './pass-on.ts';

/** The gate's handling of a request to the intake. */
export type Fault = (exchange: Exchange) => void | Promise<void>;

/**
 * A proxy before the server that can interfere between page and intake while it forwards everything
 * else.
 */
export interface Gate {
  origin: string;
  shut(): void;
  open(): void;
  /** From now on requests to the intake get this handling. */
  meet(fault: Fault): void;
  /** Forwards nothing at all, like a missing network. */
  unplug(): void;
  /** Blocks requests for these paths; `null` unblocks all. */
  block(path: RegExp | null): void;
  /**
   * From now on holds such requests.
   * @returns a function that releases those held, and all later ones
   */
  hold(isHeld: (request: IncomingMessage) => boolean): () => void;
  /** From now on forwards such requests later, like a slow line. */
  delay(isDelayed: (request: IncomingMessage) => boolean, ms: number): void;
  plugIn(): void;
  /** Answers requests for these paths with this, without forwarding them; `null` ends that. */
  answer(path: RegExp, reply: { status: number; body?: string } | null): void;
  /** Changes replies for these paths; a character is a byte. */
  rewrite(path: RegExp, change: (text: string) => string): void;
  /** Requests that the gate itself answered. */
  answeredCount(): number;
  /** Requests to the intake that met a fault. */
  refusedCount(): number;
  /** Requests to the intake that wait for its answer. */
  underWayCount(): number;
  /**
   * Calls back for each request to the intake, once received and before it is forwarded.
   * @returns a function that stops this
   */
  watch(listener: (exchange: Exchange) => void): () => void;
  close(): Promise<void>;
}

export async function openGate(targetOrigin: string): Promise<Gate> {
  let fault: Fault | null = null;
  let isUnplugged = false;
  let blocked: RegExp | null = null;
  let isHeld: (request: IncomingMessage) => boolean = () => false;
  const waiting: (() => void)[] = [];
  let delayOf: (request: IncomingMessage) => number = () => 0;
  let refused = 0;
  let answered = 0;
  const answers = new Map<string, { path: RegExp; status: number; body: string }>();
  const rewrites: { path: RegExp; change: (text: string) => string }[] = [];
  let underWay = 0;
  const watchers = new Set<(exchange: Exchange) => void>();

  const server = createServer((incoming, outgoing) => {
    const ms = delayOf(incoming);
    if (ms === 0) take(incoming, outgoing);
    else setTimeout(take, ms, incoming, outgoing);
  });

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
      // If one side closes, close the other side too.
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
    delay(isDelayed, ms) {
      delayOf = (request) => (isDelayed(request) ? ms : 0);
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
