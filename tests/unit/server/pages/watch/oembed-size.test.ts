import { describe, expect, test } from 'vitest';
import { fits } from '../../../../../shared/tools/schema.ts';
import { bundledMediaDir } from '../../support/media-samples.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { startTestServer } from '../../support/start-test-server.ts';
import { shareInFile } from '../../support/when-done.ts';
import { askOembed, oembedSchema, startWithVideos } from './ask-oembed.ts';

const site = shareInFile(() => startWithVideos());

describe('the size', () => {
  test.each([
    ['', 360, 640],
    ['&maxwidth=180', 180, 320],
    ['&maxheight=320', 180, 320],
    ['&maxwidth=300&maxheight=320', 180, 320],
    ['&maxwidth=90&maxheight=10000', 90, 160],
    // It is never larger than the picture.
    ['&maxwidth=999999&maxheight=999999', 360, 640],
    ['&maxwidth=000300', 300, 533],
    ['&maxwidth=1&maxheight=1', 1, 1],
    ['&maxwidth=&maxheight=', 360, 640],
  ])('with "%s" is %i × %i, with the picture’s aspect ratio', async (query, width, height) => {
    const { embed } = site();
    const { json } = await askOembed(embed, `${embed}/watch/video000001`, query);
    expect(json).toMatchObject({ width, height });
    expect(json.html).toContain(`<iframe width="${width}" height="${height}" `);
  });

  test('of an unknown picture is 16 to 9', async () => {
    const { embed } = site();
    const { json } = await askOembed(embed, `${embed}/watch/nosize00001`, '&maxwidth=320');
    expect(json).toMatchObject({ width: 320, height: 180 });
    expect(fits(oembedSchema, json)).toBe(true);
  });

  test('limits the thumbnail too, which is left out when it is larger', async () => {
    const { embed } = await startTestServer({ mediaDir: bundledMediaDir });
    const { json } = await askOembed(embed, `${embed}/watch/offstage001`);
    const { thumbnail_width: width, thumbnail_height: height } = json;
    expect(width).toBeGreaterThan(300);
    const within = await askOembed(
      embed,
      `${embed}/watch/offstage001`,
      `&maxwidth=${width}&maxheight=${height}`,
    );
    expect(within.json.thumbnail_url).toBe(json.thumbnail_url);
    expect((await rawRequest(embed, new URL(json.thumbnail_url).pathname)).status).toBe(200);
    const less = await askOembed(embed, `${embed}/watch/offstage001`, `&maxwidth=${width - 1}`);
    expect(less.status).toBe(200);
    for (const name of ['thumbnail_url', 'thumbnail_width', 'thumbnail_height'])
      expect(less.json).not.toHaveProperty(name);
  });

  test.each([
    '0',
    '00',
    '-1',
    '1.5',
    '1e3',
    '0x10',
    '1000000',
    '99999999999999999999',
    'NaN',
    'Infinity',
    ' 5',
    '5px',
    '٣',
    '%00',
    '%0d%0aX:1',
    '<script>',
  ])('%j is refused with the valid values', async (size) => {
    const { embed } = site();
    for (const name of ['maxwidth', 'maxheight']) {
      const query = `&${name}=${size.includes('%') ? size : encodeURIComponent(size)}`;
      const { status, json } = await askOembed(embed, `${embed}/watch/video000001`, query);
      expect(status).toBe(400);
      expect(json.error).toEqual({
        code: 'BAD_SIZE',
        message: `${name} is invalid: use whole pixels from 1 to 999999, or leave it out.`,
      });
    }
  });
});
