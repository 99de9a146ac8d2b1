import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { probeProgressive } from '../../../../../server/library/probing/probe-progressive.ts';
import { tempDirectory } from '../../support/temp-directory.ts';

/**
 * The head of an MP4 with an index (`moov`) of this size. The zeros that follow use no disk space.
 */
function filmWithIndexOf(bytes: number): string {
  const head = Buffer.alloc(32);
  head.writeUInt32BE(24, 0);
  head.write('ftypisom\0\0\0\0isommp42', 4, 'latin1');
  head.writeUInt32BE(bytes, 24);
  head.write('moov', 28, 'latin1');
  const file = join(tempDirectory({ 'film.mp4': head }), 'film.mp4');
  truncateSync(file, 24 + bytes);
  return file;
}

test.each([
  ['is read', 127_800_000, 'the file has no video or audio'],
  ['is not read', 128_000_100, 'its metadata is larger than 128000000 bytes'],
])('an index %s if it has %d bytes', async (_what, bytes, message) => {
  expect(await probeProgressive(filmWithIndexOf(bytes))).toMatchObject({ error: { message } });
});
