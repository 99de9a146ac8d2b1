import { Agent as PlainAgent, request as requestPlainly } from 'node:http';
import { Agent, request } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { logEndpoints } from '../../shared/telemetry/log-event.ts';
import { createSender, type Sender } from './event-sender.ts';
import { until } from './until.ts';

/** A page waits for seconds after a failure; this load has many documents instead. */
const tryAgainMs = 100;

/** Many documents that send logs, each its next batch when the last one is acknowledged. */
export interface Load {
  senders: readonly Sender[];
  acknowledged(): number;
  /** From the first attempt of each acknowledged batch to its answer, milliseconds. */
  latenciesMs: readonly number[];
  /** Requests without a 200, by status; 0 if the connection broke. */
  failures: Readonly<Record<number, number>>;
  /** Waits until each document has a batch acknowledged that it started after now. */
  untilAllGoOn(what: string): Promise<void>;
  /** The longest time without an acknowledgement. */
  longestGapMs(): number;
  /** Starts no new batch, and sends those under way until they are acknowledged. */
  finish(): Promise<void>;
  /** Sends nothing more, and abandons requests under way. */
  abandon(): Promise<void>;
}

export interface LoadOptions {
  documents: number;
  eventsPerBatch: number;
  /** Ids of the first documents, from their first event on. The others are new ones. */
  sids?: readonly string[];
}

/** @param origin https with a self-signed certificate, or http */
export function startLoad(
  origin: string,
  { documents, eventsPerBatch, sids = [] }: LoadOptions,
): Load {
  const senders = Array.from({ length: documents }, (_, index) =>
    createSender(eventsPerBatch, sids[index]),
  );
  const { post, close } = createPoster(`${origin}${logEndpoints.log_event}`);
  const failures: Record<number, number> = {};
  const latenciesMs: number[] = [];
  let state: 'running' | 'finishing' | 'abandoned' = 'running';
  let [lastAcknowledgedMs, longestGapMs] = [performance.now(), 0];

  const goesOn = (sender: Sender) =>
    state === 'running' || (state === 'finishing' && sender.sent() > sender.acknowledged());

  async function send(sender: Sender): Promise<void> {
    let sinceMs = performance.now();
    while (goesOn(sender)) {
      const { status, text } = await post(sender.body());
      if (sender.receive(status, text)) {
        const nowMs = performance.now();
        longestGapMs = Math.max(longestGapMs, nowMs - lastAcknowledgedMs);
        lastAcknowledgedMs = nowMs;
        latenciesMs.push(nowMs - sinceMs);
        sinceMs = nowMs;
      } else {
        failures[status] = (failures[status] ?? 0) + 1;
        await wait(tryAgainMs);
      }
    }
  }

  const sending = Promise.all(senders.map(send));
  // Reported by `finish`.
  sending.catch(() => {});
  const end = async (how: typeof state) => {
    state = how;
    await sending;
    close();
  };
  return {
    senders,
    acknowledged: () => senders.reduce((sum, sender) => sum + sender.acknowledged(), 0),
    latenciesMs,
    failures,
    async untilAllGoOn(what) {
      const sent = new Map(senders.map((sender) => [sender, sender.sent()]));
      await until(`all documents go on after ${what}`, () =>
        senders.every((sender) => sender.acknowledged() > (sent.get(sender) ?? 0)),
      );
    },
    longestGapMs: () => longestGapMs,
    finish: () => end('finishing'),
    abandon: () => end('abandoned'),
  };
}

interface Answer {
  /** 0 if there was none. */
  status: number;
  text: string;
}

export interface Poster {
  /** Sends a gzipped batch. Never rejects. */
  post(body: Buffer): Promise<Answer>;
  close(): void;
}

/** @param url https with a self-signed certificate, or http */
export function createPoster(url: string): Poster {
  const isPlain = url.startsWith('http:');
  const agent = isPlain
    ? new PlainAgent({ keepAlive: true })
    : new Agent({ keepAlive: true, rejectUnauthorized: false });
  const post = (body: Buffer) =>
    new Promise<Answer>((resolve) => {
      const nobody = () => resolve({ status: 0, text: '' });
      const headers = {
        'content-type': 'application/json',
        'content-encoding': 'gzip',
        'content-length': body.length,
      };
      const options = { method: 'POST', agent, headers };
      const outgoing = isPlain ? requestPlainly(url, options) : request(url, options);
      outgoing.once('response', (incoming) => {
        let text = '';
        incoming.setEncoding('utf8');
        incoming.on('data', (chunk) => {
          text += chunk;
        });
        incoming.once('error', nobody);
        incoming.once('end', () => resolve({ status: incoming.statusCode ?? 0, text }));
      });
      outgoing.once('error', nobody);
      outgoing.end(body);
    });
  return { post, close: () => agent.destroy() };
}
