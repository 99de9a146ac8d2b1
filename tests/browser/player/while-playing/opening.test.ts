import { expect, test } from 'vitest';
import type { HlsOpening, OpeningPart } from '../../../../shared/player/hls-opening.ts';
import { until } from '../../../support/until.ts';
import { openingOfFilm, readParts, withPart } from './made-openings.ts';
import { openEngine } from './open-engine.ts';

const blob = (bytes: BlobPart) => ({ url: URL.createObjectURL(new Blob([bytes])) });
function gone(): { url: string } {
  const part = blob('');
  URL.revokeObjectURL(part.url);
  return part;
}

async function play(opening: object, startSeconds = 0) {
  const film = await openEngine('hls.js in a worker');
  film.load({ opening: { ...opening } }, startSeconds);
  return film;
}

/** How far it must play, in seconds: past the opening, which ends at 4 s. */
const pastOpeningSec = 9;

/** Plays past the opening. */
async function playOn({ video }: Awaited<ReturnType<typeof play>>): Promise<void> {
  // An opening that does not play is given up after 10 s.
  await until(() => video.currentTime > 0);
  video.playbackRate = 4;
  await expect.poll(() => video.currentTime, { timeout: 60_000 }).toBeGreaterThan(pastOpeningSec);
}

test('a film goes on after its opening, with the same source and without a gap', async () => {
  const film = await play(await openingOfFilm());
  const { video } = film;
  await expect.poll(() => video.currentTime).toBeGreaterThan(0);
  const { srcObject } = video;
  expect(video.duration).toBe(64);
  await playOn(film);
  expect(video.srcObject).toBe(srcObject);
  expect(video.buffered.length).toBe(1);
  expect(video.played.length).toBe(1);
  expect(film.state().qualities).toHaveLength(3);
  expect(film.failures).toEqual([]);
});

test('a film that is paused in its opening has its quality', async () => {
  const film = await play(await openingOfFilm());
  await expect.poll(() => film.video.currentTime).toBeGreaterThan(0);
  film.video.pause();
  await expect.poll(() => film.state().qualities).toHaveLength(3);
  await expect.poll(() => film.state().qualityId).toBe('2');
  expect(film.video.currentTime).toBeLessThan(4);
});

/** @returns the first half of a part */
async function halfOf({ url, range }: OpeningPart): Promise<Blob> {
  if (range === undefined) throw new Error('no range');
  const file = await (await fetch(url)).blob();
  return file.slice(range.start, range.start + range.length / 2);
}

const broken: Record<string, (opening: HlsOpening) => object | Promise<object>> = {
  'it is none': () => ({ renditions: 'none' }),
  'its segment is gone': (opening) => withPart(opening, 'picture', () => ({ segment: gone() })),
  'its sound is gone': (opening) => withPart(opening, 'sound', () => ({ init: gone() })),
  'its segment is damaged': (opening) =>
    withPart(opening, 'picture', () => ({ segment: blob(new Uint8Array(9_000).fill(7)) })),
  'its header is damaged': (opening) =>
    withPart(opening, 'picture', () => ({ init: blob(new Uint8Array(900).fill(7)) })),
  'its segment turns into a page of text': (opening) =>
    withPart(opening, 'picture', async ({ segment }) => {
      const text = '<!doctype html><title>Please log in</title>';
      return { segment: blob(new Blob([await halfOf(segment), text])) };
    }),
  'the connection breaks in the middle of its segment': (opening) =>
    withPart(opening, 'picture', async ({ segment }) => ({
      segment: { ...blob(await halfOf(segment)), range: { start: 0, length: 1e6 } },
    })),
  'its picture cannot be decoded': (opening) => {
    const [{ segment } = {}] = opening.renditions;
    return withPart(opening, 'picture', () => (segment ? { segment } : {}));
  },
  'its segment is another one': async (opening) => {
    const [, , segment] = await readParts('video-240p');
    return withPart(opening, 'picture', () => (segment ? { segment } : {}));
  },
  'the server sends whole files': (opening) =>
    withPart(opening, 'picture', ({ segment: { url } }) => ({ segment: { url } })),
  'the browser lacks its codec': (opening) =>
    withPart(opening, 'picture', () => ({ mimeType: 'video/mp4; codecs="none.1"' })),
  'its rendition has left the playlist': (opening) => ({
    ...opening,
    renditions: opening.renditions.map((one) => ({ ...one, playlist: '/media/gone.m3u8' })),
  }),
  'the playlist has sound by now': ({ audio: _, ...opening }) => opening,
  'the playlist has picture and sound in one file by now': ({ audio: _, ...opening }) =>
    withPart(opening as HlsOpening, 'picture', () => ({
      mimeType: 'video/mp4; codecs="avc1.4d4015, mp4a.40.2"',
    })),
  'its sound never ends': (opening) =>
    withPart(opening, 'sound', () => ({
      segment: {
        url: `/__halting/${crypto.randomUUID()}/audio.cmfa`,
        range: { start: 0, length: 9 },
      },
    })),
};

test.each(Object.entries(broken))(
  'a film plays although, in its opening, %s',
  async (_, change) => {
    const film = await play(await change(await openingOfFilm()));
    await playOn(film);
    expect(film.state().qualities).toHaveLength(3);
    expect(film.failures).toEqual([]);
  },
);

test('a film that starts later plays from there, without its opening', async () => {
  const { video, failures } = await play(await openingOfFilm(), 30);
  await expect.poll(() => video.currentTime).toBeGreaterThan(30.3);
  expect(video.played.start(0)).toBeGreaterThanOrEqual(30);
  expect(failures).toEqual([]);
});

test('a viewer who seeks before hls.js has come plays from there', async () => {
  const { video, failures } = await play(await openingOfFilm());
  await expect.poll(() => video.readyState).toBeGreaterThanOrEqual(HTMLMediaElement.HAVE_METADATA);
  video.currentTime = 40;
  await expect.poll(() => video.currentTime).toBeGreaterThan(40.3);
  expect(failures).toEqual([]);
});
