import { gunzipSync, strFromU8 } from 'fflate';
import { describe, expect, test } from 'vitest';
import { intakeLimits } from '../../../../../shared/limits/intake-limits.ts';
import { createGzip, isCompressible } from '../../../../../worker/events/sending/compress-body.ts';
import { accepted, answer, big, makeRequest, setUp } from './set-up-delivery.ts';

/** Text that compresses badly, like a real batch. */
const varied = (chars: number) =>
  Array.from({ length: Math.ceil(chars / 8) }, (_, index) =>
    `${index * 7_919 + 10_000_000}`.slice(0, 8),
  )
    .join('')
    .slice(0, chars);

describe('gzip bounds', () => {
  test.each([
    [499, false],
    [500, true],
    [500_000, true],
    [500_001, false],
  ])(
    'a body of %i characters is compressed: %s [spec-7.5, spec-9.23, spec-9.43]',
    async (chars, isCompressed) => {
      const empty = setUp([answer(200, accepted)]);
      await empty.deliver(makeRequest({ json: '' }));
      const envelopeChars = empty.sent[0]?.text.length ?? 0;
      const { deliver, sent } = setUp([answer(200, accepted)]);
      await deliver(makeRequest({ json: varied(chars - envelopeChars) }));
      expect(sent[0]?.text).toHaveLength(chars);
      expect(sent[0]?.isGzip).toBe(isCompressed);
      expect(isCompressible(chars)).toBe(isCompressed);
    },
  );

  test.each([
    ['a single event of maximum size', 'x', 50_000, true],
    ['a batch of repeated text', 'x', 400_000, false],
    ['a batch of repeated three-byte letters', '€', 400_000, false],
  ])('%s is not sent as a compression bomb', async (_what, letter, chars, isCompressed) => {
    const { deliver, sent } = setUp([answer(200, accepted)]);
    // The envelope adds a little.
    await deliver(makeRequest({ json: letter.repeat(chars - 1_000) }));
    expect(sent[0]?.isGzip).toBe(isCompressed);
    const unpackedBytes = Buffer.byteLength(sent[0]?.text ?? '');
    expect(unpackedBytes).toBeLessThanOrEqual(intakeLimits.bodyMaxBytes);
  });

  test('both ways of compressing decompress to the same text', async () => {
    const text = 'ä€😀'.repeat(10_000);
    for (const native of [null, CompressionStream])
      expect(strFromU8(gunzipSync(await createGzip(native)(text)))).toBe(text);
  });
});

test.each([400, 415])(
  'after a %i to a compressed body it is sent again uncompressed, and so are all later ones',
  async (status) => {
    const { deliver, sent } = setUp([answer(status), answer(200, accepted), answer(200, accepted)]);
    expect(await deliver(makeRequest(big))).toEqual({ type: 'delivered', rejectedSeqs: [] });
    await deliver(makeRequest(big));
    expect(sent.map((request) => request.isGzip)).toEqual([true, false, false]);
    expect(sent[1]?.headers).toEqual({ 'Content-Type': 'application/json' });
  },
);

test('400 to an uncompressed body is a rejection', async () => {
  const { deliver, sent } = setUp([answer(400)]);
  expect(await deliver(makeRequest())).toMatchObject({ type: 'rejected' });
  expect(sent).toHaveLength(1);
});
