import { type Counter, createCounter } from '../../support/counter.ts';
import { askServer, type Exchange, pass, refuse, report } from '../../support/exchange.ts';
import type { Fault } from '../../support/gate.ts';

const html = '<!doctype html><title>Welcome to our Wi-Fi</title>';

function answers(status: number, headers: Record<string, string> = {}): Fault {
  return (exchange) => report(exchange, { status, headers, body: Buffer.from('{"code":"FAULT"}') });
}

/** Like a proxy that cannot read compressed bodies. */
function refusesGzip(status: number): Fault {
  return (exchange) =>
    exchange.body[0] === 0x1f && exchange.body[1] === 0x8b
      ? answers(status)(exchange)
      : pass(exchange);
}

async function resetsMidBody({ incoming, open, body }: Exchange): Promise<void> {
  const forwarded = open(() => undefined);
  forwarded.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    forwarded.write(body.subarray(0, Math.ceil(body.length / 2)), () => resolve());
  });
  forwarded.destroy();
  incoming.socket.destroy();
}

async function storesAndResets(exchange: Exchange): Promise<void> {
  await askServer(exchange);
  exchange.incoming.socket.destroy();
}

async function storesAndCutsTheAnswer(exchange: Exchange): Promise<void> {
  const answer = await askServer(exchange);
  exchange.outgoing.writeHead(answer.status, {
    ...answer.headers,
    'content-length': answer.body.length,
  });
  await new Promise<void>((resolve) => {
    exchange.outgoing.write(answer.body.subarray(0, Math.floor(answer.body.length / 2)), () =>
      resolve(),
    );
  });
  exchange.incoming.socket.destroy();
}

function leadsToAPortal(exchange: Exchange): void {
  report(exchange, { status: 302, headers: { location: '/' }, body: Buffer.alloc(0) });
}

function answersLikeAPortal(exchange: Exchange): void {
  report(exchange, {
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: Buffer.from(html),
  });
}

/** After each of them the intake has stored the events or not; none of them refuses the events. */
export const intakeFaults: Readonly<Record<string, Fault>> = {
  'refuses the connection': refuse,
  'answers 500': answers(500),
  'answers 503': answers(503),
  'answers 408': answers(408),
  'answers 429 with a Retry-After of one second': answers(429, { 'retry-after': '1' }),
  'cuts the connection during the request': resetsMidBody,
  'stores the events and cuts the connection before its answer': storesAndResets,
  'stores the events and cuts the connection during its answer': storesAndCutsTheAnswer,
  'answers 200 with a web page': answersLikeAPortal,
  'redirects to a web page': leadsToAPortal,
  'answers 400 to compressed bodies': refusesGzip(400),
  'answers 415 to compressed bodies': refusesGzip(415),
};

/** Requests that wait for an answer. */
export interface Hold {
  fault: Fault;
  /** All requests held so far. */
  held: Counter;
  /** Cuts the waiting requests. */
  drop(): void;
  /** Answers the waiting requests. */
  release(): Promise<void>;
}

/**
 * An intake that answers on command.
 * @param isStoredFirst whether it stores the events before it answers
 */
export function createHold({ isStoredFirst }: { isStoredFirst: boolean }): Hold {
  const waiting = new Map<Exchange, () => Promise<void>>();
  const held = createCounter();

  return {
    async fault(exchange) {
      const answer = isStoredFirst ? await askServer(exchange) : null;
      waiting.set(exchange, async () =>
        answer === null ? await pass(exchange) : report(exchange, answer),
      );
      held.add();
    },
    held,
    drop() {
      for (const { incoming } of waiting.keys()) incoming.socket.destroy();
      waiting.clear();
    },
    async release() {
      const answers = [...waiting.values()];
      waiting.clear();
      // A page that has timed out receives no answer.
      for (const answer of answers) await answer().catch(() => undefined);
    },
  };
}
