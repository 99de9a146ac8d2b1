import fc from 'fast-check';
import { expect } from 'vitest';
import * as z from 'zod';
import {
  playerResponseSchema,
  playlistResponseSchema,
} from '../../shared/player/player-response.ts';
import { logReplySchema, storedReplySchema } from '../../shared/telemetry/log-batch.ts';
import { logReplyShape } from '../../shared/telemetry/shapes/log-reply.ts';
import { storedReplyShape } from '../../shared/telemetry/shapes/stored-reply.ts';
import { readFields } from '../../shared/tools/read-fields.ts';
import { fits } from '../../shared/tools/schema.ts';
import type { Shape } from '../../shared/tools/shape.ts';
import { type ApiCommand, apiCalls } from '../../shared/wire/api-calls.ts';
import { apiCallSchemas } from '../../shared/wire/api-schemas.ts';
import { readApiFields } from '../../shared/wire/read-api-fields.ts';
import { fitReply, parseReply, parseReplyJson } from '../../worker/events/sending/parse-reply.ts';
import { makeVideo } from '../unit/player/make-video.ts';
import { fuzz } from './support/fuzz.ts';
import { damaged, hostileJson, mutatedText } from './support/mutations.ts';

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
