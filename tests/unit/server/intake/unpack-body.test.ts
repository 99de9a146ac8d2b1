import { expect, test } from 'vitest';
import { isGzipped } from '../../../../server/intake/unpack-body.ts';
import { ok } from '../../../../shared/tools/result.ts';

const plain = Buffer.from('{}');
const zipped = Buffer.from([0x1f, 0x8b, 0x08]);

test.each([
  [undefined, plain, false],
  ['', plain, false],
  ['identity', plain, false],
  ['gzip', plain, true],
  [' GZIP ', plain, true],
  ['x-gzip', plain, true],
  // Beacons, and pages with an opaque origin, cannot name the encoding.
  [undefined, zipped, true],
  ['', zipped, true],
  [undefined, Buffer.from([0x1f]), false],
  [undefined, Buffer.from([0x1f, 0x00]), false],
  [undefined, Buffer.from([0x00, 0x8b]), false],
  [undefined, Buffer.alloc(0), false],
])('with the encoding %j the body %j is gzipped: %s', (encoding, body, isPacked) => {
  expect(isGzipped(body, encoding)).toEqual(ok(isPacked));
});

test.each(['br', 'deflate', 'gzip, gzip', 'my-gzip'])('the encoding %j is unknown', (encoding) => {
  expect(isGzipped(zipped, encoding)).toMatchObject({
    ok: false,
    error: { code: 'UNKNOWN_ENCODING' },
  });
});
