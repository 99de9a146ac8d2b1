import type { SeqRange } from '../../../../../shared/rpc/news.ts';
import type { StoredReply } from '../../../../../shared/telemetry/log-batch.ts';
import type { RequestRow } from '../../../../../worker/events/queue/stored-rows.ts';
import type { Outcome } from '../../../../../worker/events/sending/delivery.ts';
import { createReceipts, type Receipts } from '../../../../../worker/events/sending/receipts.ts';
import { makeEvent, sid } from '../make-events.ts';
import { makeRequestOf } from '../queue/make-request.ts';

export const otherSid = 'bbbbbbbbbbbbbbbbbbbb';
export const delivered: Outcome = { type: 'delivered', rejectedSeqs: [] };

/** The state of a test of receipts; new before each test. */
interface ReceiptsScene {
  receipts: Receipts;
  /** The sequence numbers that each attempt sent. */
  sent: { sid: string; seqs: number[] }[];
  /** Results from the front; `delivered` when empty. */
  outcomes: Outcome[];
  questions: string[];
  /** Answers from the front; when empty, an answer without any event. */
  answers: (Response | Error)[];
  signals: unknown[];
}

export const scene = {} as ReceiptsScene;

export function startScene(): void {
  scene.sent = [];
  scene.outcomes = [];
  scene.questions = [];
  scene.answers = [];
  scene.signals = [];
  scene.receipts = createReceipts({
    sid,
    async deliver({ sid, events }) {
      scene.sent.push({ sid, seqs: events.map((event) => event.seq) });
      return scene.outcomes.shift() ?? delivered;
    },
    async fetch(input, init) {
      scene.questions.push(`${init?.method ?? 'GET'} ${String(input)}`);
      scene.signals.push(init?.signal);
      const answer = scene.answers.shift() ?? stored([]);
      if (answer instanceof Error) throw answer;
      return answer;
    },
    now: () => 1_000,
    timeoutSignal: (ms) => ms as unknown as AbortSignal,
    origin: 'https://embed.example',
  });
}

export function stored(ranges: SeqRange[], isCut = false): Response {
  const reply: StoredReply = { stored: ranges, isCut };
  return new Response(`)]}'\n${JSON.stringify(reply)}`);
}

/** A doubtful request that is long enough for a question. */
export function makeRequest(from: number, to: number, row: Partial<RequestRow> = {}): RequestRow {
  const events = Array.from({ length: to - from + 1 }, (_, i) =>
    makeEvent(from + i, { json: 'x'.repeat(500) }),
  );
  return makeRequestOf(events, { sendCount: 2, isDoubtful: true, ...row });
}

export const sentSeqs = () => scene.sent.map(({ seqs }) => seqs);
