import { gunzipSync, strFromU8 } from 'fflate';
import { createGzip } from '../../../../../worker/events/sending/compress-body.ts';
import { createDelivery } from '../../../../../worker/events/sending/delivery.ts';
import { createPostText } from '../../../../../worker/events/sending/post-text.ts';
import { makeEvent } from '../make-events.ts';
import { makeRequestOf } from '../queue/make-request.ts';

interface Sent {
  url: string;
  headers: Record<string, string>;
  text: string;
  isGzip: boolean;
  signal: AbortSignal | null | undefined;
}

export const accepted = '{"accepted":1,"duplicates":0,"rejected":0}';
export const big = { json: JSON.stringify({ text: 'x'.repeat(1_000) }) };

export const makeRequest = (event = {}) => makeRequestOf([makeEvent(1, event)]);

/** A delivery whose fetch returns `answers` in order. */
export function setUp(answers: (() => Response | Promise<Response>)[], isCrossing = false) {
  const sent: Sent[] = [];
  const timeouts = new Map<AbortSignal | null | undefined, number>();
  const postText = createPostText({
    fetch: async (input, init) => {
      const body = init?.body as string | Uint8Array<ArrayBuffer>;
      sent.push({
        url: String(input),
        headers: init?.headers as Record<string, string>,
        text: typeof body === 'string' ? body : strFromU8(gunzipSync(body)),
        isGzip: typeof body !== 'string',
        signal: init?.signal,
      });
      const answer = answers[sent.length - 1];
      if (answer === undefined) throw new Error('one request too many');
      return answer();
    },
    gzip: createGzip(null),
    timeoutSignal(ms) {
      const { signal } = new AbortController();
      timeouts.set(signal, ms);
      return signal;
    },
    origin: 'https://embed.example',
    crossesTo: () => isCrossing,
  });
  const deliver = createDelivery({ postText, now: () => 5_000 });
  return { deliver, sent, timeouts };
}

export const answer =
  (status: number, text = '', headers: Record<string, string> = {}) =>
  () =>
    new Response(text, { status, headers });
