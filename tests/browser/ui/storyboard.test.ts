import { expect, test } from 'vitest';
import { loadStoryboard } from '../../../src/ui/late/storyboard.ts';

const asFile = (text: string) => URL.createObjectURL(new Blob([text], { type: 'text/vtt' }));

test('a storyboard has a picture for each of its times, and none for an invalid cue [feature-storyboard]', async () => {
  const storyboard = await loadStoryboard(
    asFile(
      `WEBVTT\n\n00:00.000 --> 00:04.000\nhttps://x.example/a.jpg#xywh=0,90,160,90\n\n00:04.000 --> 00:08.000\nno picture\n`,
    ),
  );
  expect(storyboard.tileAt(3)).toEqual({
    url: 'https://x.example/a.jpg',
    x: 0,
    y: 90,
    width: 160,
    height: 90,
  });
  for (const seconds of [5, 100, Number.NaN]) expect(storyboard.tileAt(seconds)).toBeNull();
});

test.each([
  ['is missing', '/no/such/storyboard.vtt'],
  ['has no address', 'http://['],
  ['does not parse', asFile('<html>Not found</html>')],
])('a storyboard that %s has no pictures', async (_, url) => {
  const storyboard = await loadStoryboard(url);
  expect(storyboard.tileAt(0)).toBeNull();
});
