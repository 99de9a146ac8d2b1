import fc from 'fast-check';
import { expect } from 'vitest';
import * as z from 'zod';
import { readLocationToken } from '../../server/api/location-token.ts';
import { acceptedLanguages } from '../../server/http/accepted-languages.ts';
import { clientNetwork } from '../../server/http/client-network.ts';
import { isLoopbackHost } from '../../server/http/is-loopback-host.ts';
import { readReloadDirectives } from '../../server/library/live/reload-directives.ts';
import { parseHls, renditionUris } from '../../server/library/probing/parse-hls.ts';
import { parseSidecar } from '../../server/library/sidecars/parse-sidecar.ts';
import { sidecarSchema } from '../../server/library/sidecars/sidecar.ts';
import { parseFeedQuery } from '../../server/operator/telemetry/parse-feed-query.ts';
import { parseOptions } from '../../server/options/parse-options.js';
import {
  playerResponseSchema,
  playlistResponseSchema,
} from '../../shared/player/player-response.ts';
import { logReplySchema, storedReplySchema } from '../../shared/telemetry/log-batch.ts';
import { logReplyShape } from '../../shared/telemetry/shapes/log-reply.ts';
import { storedReplyShape } from '../../shared/telemetry/shapes/stored-reply.ts';
import { parseFrame } from '../../shared/telemetry/stack-frames.ts';
import { readFields } from '../../shared/tools/read-fields.ts';
import { fits } from '../../shared/tools/schema.ts';
import { readAs, type Shape } from '../../shared/tools/shape.ts';
import { type ApiCommand, apiCalls } from '../../shared/wire/api-calls.ts';
import { apiCallSchemas } from '../../shared/wire/api-schemas.ts';
import { saysHiDpi } from '../../shared/wire/hi-dpi-cookie.ts';
import { readApiFields } from '../../shared/wire/read-api-fields.ts';
import { parseTile } from '../../src/ui/late/storyboard.ts';
import { cueText } from '../../src/ui/panels/transcript/cue-text.ts';
import { arrivalRowShape } from '../../worker/events/queue/shapes/arrival-row.ts';
import { requestRowShape } from '../../worker/events/queue/shapes/request-row.ts';
import {
  type ArrivalRow,
  type RequestRow,
  requestTo,
} from '../../worker/events/queue/stored-rows.ts';
import { fitReply, parseReply, parseReplyJson } from '../../worker/events/sending/parse-reply.ts';
import { parseRetryAfter } from '../../worker/events/sending/retry-policy.ts';
import { makeVideo } from '../unit/player/make-video.ts';
import { fuzz } from './support/fuzz.ts';
import { damaged, hostileJson, mutatedText } from './support/mutations.ts';

const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.string());

const jsonTexts = fc.oneof(
  mutatedText(fc.constant(`)]}'\n${JSON.stringify(makeVideo({}, { posterUrl: '/p.jpg' }))}`)),
  mutatedText(
    fc.constant(
      '{"accepted":1,"duplicates":0,"rejected":1,"rejections":[{"index":0,"message":"m"}]}',
    ),
  ),
  mutatedText(fc.constant('{"stored":[[1,5],[7,7]],"isCut":false}')),
  mutatedText(fc.constant('{"playlistId":"PL","title":"t","videoIds":["offstage001"]}')),
  hostileJson.map((value) => JSON.stringify(value)),
);
const replySchemas = [
  playerResponseSchema,
  playlistResponseSchema,
  ...Object.values(apiCallSchemas).map(({ reply }) => reply),
] as const;

fuzz(
  'whatever a server answers, the worker has what fits its schema, or says why not',
  jsonTexts,
  (text) => {
    for (const schema of replySchemas as readonly z.core.$ZodType[]) {
      const json = parseReplyJson(text);
      const reply = json.ok ? fitReply(z.safeParse(schema, json.value)) : json;
      if (reply.ok) expect(fits(schema, reply.value)).toBe(true);
      else expect(reply.error).toEqual({ code: 'BAD_REPLY', message: expect.any(String) });
    }
  },
);

fuzz(
  'whatever an intake answers, the worker has a reply of its shape, or says why not',
  jsonTexts,
  (text) => {
    const replies: [Shape, z.core.$ZodType][] = [
      [logReplyShape, logReplySchema],
      [storedReplyShape, storedReplySchema],
    ];
    for (const [shape, schema] of replies) {
      const reply = parseReply(text, shape);
      if (reply.ok) expect(fits(schema, reply.value)).toBe(true);
      else expect(reply.error).toEqual({ code: 'BAD_REPLY', message: expect.any(String) });
    }
  },
);

const commands = fc.constantFrom(...(Object.keys(apiCalls) as ApiCommand[]));
const goodFields = {
  channelIds: ['c'],
  feedbackTokens: ['t'],
  feedbackContext: { cpn: 'x' },
  params: 'p',
  actions: [{ action: 'ACTION_ADD_VIDEO', addedVideoId: 'offstage001' }],
  playlistId: 'PL',
  serializedSharedEntity: 'v=offstage001',
};

fuzz(
  'whatever fields a command is given, only those that it has are sent',
  fc.tuple(commands, fc.oneof(damaged(goodFields), hostileJson)),
  ([command, given]) => {
    const fields = readApiFields(command, given);
    if (!fields.ok) return;
    expect(
      Object.keys(fields.value).every((name) =>
        Object.hasOwn(apiCallSchemas[command].fields.shape, name),
      ),
    ).toBe(true);
  },
);

const storedEvent = { seq: 1, tier: 1, endpoint: 'log_event', json: '{}' };
const context = { client: { clientName: 'OFFSTAGE', clientVersion: '1', hl: 'en' } };
const sid = 'sid-0123456789abcdef';
const row = {
  sid,
  owner: sid,
  lastSeq: 1,
  storedMs: 1,
  ...requestTo('log_event'),
  context,
  events: [storedEvent],
};
const request = {
  clientEventId: 'x',
  timestamp: 1,
  id: 1,
  status: 'NEW',
  statusSinceMs: 1,
  sendCount: 0,
  rejectionCount: 0,
};

fuzz(
  'whatever lies in the browser’s store, a row is one of ours or none [threat-browser-store]',
  fc.oneof(damaged({ ...row, ...request }), hostileJson),
  (value) => {
    for (const shape of [arrivalRowShape, requestRowShape]) {
      const row: { events: { json: unknown }[] } | null = readAs<ArrivalRow | RequestRow>(
        shape,
        value,
      );
      if (row !== null) expect(row.events.every(({ json }) => typeof json === 'string')).toBe(true);
    }
  },
);

fuzz(
  'whatever an object has, what is read of it fits, and what does not is named',
  fc.oneof(damaged(makeVideo() as never), hostileJson),
  (value) => {
    const { output, problems } = readFields(
      (given) => z.safeParse(playerResponseSchema, given),
      value,
    );
    if (output !== null) expect(fits(playerResponseSchema, output)).toBe(true);
    else expect(problems.length).toBeGreaterThan(0);
  },
);

const media =
  '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MAP:URI="i.mp4",BYTERANGE="10@0"\n#EXTINF:4,\n#EXT-X-BYTERANGE:5@10\na.mp4\n#EXT-X-ENDLIST\n';
const master =
  '#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="n",URI="a.m3u8"\n#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=1280x720,AUDIO="a"\nv.m3u8\n';

fuzz(
  'whatever a playlist says, it is read or refused',
  fc.oneof(
    mutatedText(fc.constantFrom(media, master)),
    texts.map((text) => `#EXTM3U\n${text}`),
  ),
  (text) => {
    const playlist = parseHls(text);
    if (playlist.ok)
      expect(renditionUris(playlist.value).every((uri) => typeof uri === 'string')).toBe(true);
    else expect(playlist.error.code).toBe('NO_PLAYLIST');
  },
);

const sidecar = {
  id: 'video000001',
  title: 'T',
  chapters: [{ startSeconds: 1, title: 'c' }],
  channel: { id: 'c', name: 'n' },
  watchUrl: '/w',
  live: true,
  playableWithin: [0, 0, 1, 1],
  clearKeys: { [`${'a'.repeat(32)}`]: 'b'.repeat(32) },
  drm: [{ keySystem: 'com.widevine.alpha', licenseUrl: 'https://a.example' }],
  unplayable: { errorCode: 'auth', reason: 'r' },
};

fuzz(
  'whatever a sidecar says, it is read or refused',
  fc.oneof(damaged(sidecar), hostileJson),
  (value) => {
    const parsed = z.safeParse(sidecarSchema, value);
    if (parsed.success && parsed.data.watchUrl !== undefined)
      expect(parsed.data.watchUrl).toMatch(/^(https?:)?\//);
    const read = parseSidecar(JSON.stringify(value) ?? '');
    if (!parsed.success) expect([...read.doubts, ...read.mistakes]).not.toEqual([]);
    if (read.doubts.length > 0) expect(read.sidecar.private).toBe(true);
  },
);

const argument = fc.oneof(
  fc.constantFrom(
    '--port',
    '--port=1',
    '--host',
    '--token',
    '--rate-limit',
    '--rate-limit=5',
    '--brand',
    '--media',
    '--',
    '-h',
    '--help=1',
    '--__proto__',
    '--cmcd=https://a',
  ),
  texts,
);

fuzz(
  'whatever the server is started with, it has its options, or a sentence that says what is wrong',
  fc.tuple(
    fc.array(argument, { maxLength: 5 }),
    fc.dictionary(
      fc.constantFrom('OFFSTAGE_PORT', 'OFFSTAGE_TOKEN', 'OFFSTAGE_RATE_LIMIT', 'OFFSTAGE_CMCD'),
      texts,
    ),
  ),
  ([argv, env]) => {
    const options = parseOptions(argv, env, '/');
    if (!options.ok) expect(options.error.message.length).toBeGreaterThan(10);
    else if (options.value !== 'help') {
      expect(options.value.port).toBeLessThanOrEqual(65_535);
      expect(Number.isSafeInteger(options.value.rateLimit)).toBe(true);
    }
  },
);

fuzz(
  'whatever headers and queries say, reading them throws nothing',
  fc.tuple(
    texts,
    texts,
    mutatedText(fc.constantFrom('2001:db8::1', 'en-GB,en;q=0.8', 'Mon, 01 Jan 2029 00:00:00 GMT')),
  ),
  ([a, b, header]) => {
    for (const text of [a, b, header]) {
      expect(typeof clientNetwork(text)).toBe('string');
      expect(typeof isLoopbackHost(text)).toBe('boolean');
      expect(acceptedLanguages(text).every((language) => typeof language === 'string')).toBe(true);
      expect(typeof saysHiDpi(text)).toBe('boolean');
      const place = readLocationToken(text);
      if (place !== null) expect(Math.abs(place.latitude)).toBeLessThanOrEqual(90);
      const wait = parseRetryAfter(text, 0);
      expect(wait === null || (wait >= 0 && wait <= 3_600_000)).toBe(true);
      parseFrame(text);
      const tile = parseTile(text, 'https://a.example/');
      if (tile !== null) expect(tile.width).toBeGreaterThan(0);
      expect(cueText(text)).not.toContain('\n');
    }
    parseFeedQuery({ after: a, limit: b, last: header });
    const directives = readReloadDirectives({ _HLS_msn: a, _HLS_part: b });
    if (directives.ok && directives.value !== null)
      expect(directives.value.sequence).toBeGreaterThanOrEqual(0);
  },
);
