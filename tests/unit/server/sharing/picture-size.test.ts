import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPictureSize } from '../../../../server/sharing/picture-size.ts';
import { tempDirectory } from '../support/temp-directory.ts';

test('reads the size of a JPEG, a PNG and a WebP by what is in it, and of no other format', async () => {
  const media = new URL('../../../fuzz/support/media/', import.meta.url);
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
  for (const name of ['d.jpg', 'e.jpg']) await expect(sizeOf(name)).rejects.toThrow('no JPEG, PNG or WebP');
});
