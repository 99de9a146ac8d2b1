import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPictureSize } from '../../../../../server/pages/watch/picture-size.ts';
import { tempDirectory } from '../../support/temp-directory.ts';

test('the size of a JPEG, a PNG and a WebP is read from its content, and of no other format', async () => {
  const media = new URL('../../../../fuzz/support/media/', import.meta.url);
  const directory = tempDirectory({
    'a.jpg': readFileSync(new URL('picture.png', media)),
    'b.png': readFileSync(new URL('picture.webp', media)),
    'c.webp': readFileSync(new URL('picture.jpg', media)),
    'd.jpg': '<svg width="10" height="10"></svg>',
    'e.jpg': '',
  });
  const sizeOf = (name: string) => readPictureSize(join(directory, name));
  for (const name of ['a.jpg', 'b.png', 'c.webp'])
    expect(await sizeOf(name)).toEqual({ width: 64, height: 36 });
  for (const name of ['d.jpg', 'e.jpg'])
    await expect(sizeOf(name)).rejects.toThrow('not a JPEG, PNG or WebP');
});

test('only the head of a picture is read', async () => {
  const jpeg = readFileSync(new URL('../../../../fuzz/support/media/picture.jpg', import.meta.url));
  // Comments between the first two bytes and the size.
  const commentBytes = 65_535;
  const comment = Buffer.alloc(2 + commentBytes, 'x');
  comment.writeUInt16BE(0xff_fe, 0);
  comment.writeUInt16BE(commentBytes, 2);
  const after = (count: number) =>
    Buffer.concat([
      jpeg.subarray(0, 2),
      ...Array.from({ length: count }, () => comment),
      jpeg.subarray(2),
    ]);
  const fittingCount = Math.floor(512_000 / comment.length);
  const directory = tempDirectory({
    'a.jpg': after(fittingCount - 1),
    'b.jpg': after(fittingCount + 1),
  });
  expect(await readPictureSize(join(directory, 'a.jpg'))).toEqual({ width: 64, height: 36 });
  await expect(readPictureSize(join(directory, 'b.jpg'))).rejects.toThrow();
});
