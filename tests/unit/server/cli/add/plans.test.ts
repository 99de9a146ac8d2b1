import fc from 'fast-check';
import { expect, test } from 'vitest';
import { frameRateOf } from '../../../../../server/cli/add/frame-rate.ts';
import { freeId } from '../../../../../server/cli/add/free-id.ts';
import { folderName, titleOfFile } from '../../../../../server/cli/add/name-folder.ts';
import { ladderBytes, planLadder } from '../../../../../server/cli/add/plan-ladder.ts';
import { planStoryboard, storyboardVtt } from '../../../../../server/cli/add/storyboard.ts';
import { nameCaptions } from '../../../../../server/cli/add/write-captions.ts';

const sizes = (width: number, height: number) =>
  planLadder({ width, height, frameRate: '30' }).map(
    (rendition) => `${rendition.width}x${rendition.height}`,
  );

test.each([
  [1920, 1080, ['1920x1080', '1280x720', '854x480', '426x240']],
  [3840, 2160, ['3840x2160', '1920x1080', '1280x720', '854x480', '426x240']],
  [7680, 4320, ['3840x2160', '1920x1080', '1280x720', '854x480', '426x240']],
  [1080, 1920, ['1080x1920', '720x1280', '480x854', '240x426']],
  [1000, 562, ['1000x562', '428x240']],
  [641, 361, ['640x360', '426x240']],
  [64, 48, ['64x48']],
  [1, 1, ['2x2']],
])('a film of %d × %d has the qualities %j', (width, height, expected) => {
  expect(sizes(width, height)).toEqual(expected);
});

test('no quality is larger than the film, has odd sides, or has a higher bitrate than the one above it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 9_000 }),
      fc.integer({ min: 2, max: 9_000 }),
      (width, height) => {
        const ladder = planLadder({ width, height, frameRate: '30000/1001' });
        expect(ladder.length).toBeGreaterThan(0);
        for (const [index, rendition] of ladder.entries()) {
          expect((rendition.width % 2) + (rendition.height % 2)).toBe(0);
          expect(rendition.width).toBeLessThanOrEqual(Math.max(2, width));
          expect(rendition.height).toBeLessThanOrEqual(Math.max(2, height));
          const above = ladder[index - 1];
          if (above !== undefined)
            expect(rendition.maxBitrate).toBeLessThanOrEqual(above.maxBitrate);
        }
        const names = ladder.map(({ name }) => name);
        expect(new Set(names).size).toBe(names.length);
      },
    ),
  );
});

test('an hour of 1080p takes some gigabytes at most', () => {
  const bytes = ladderBytes(planLadder({ width: 1920, height: 1080, frameRate: '25' }), 1, 3_600);
  expect(bytes).toBeGreaterThan(3e9);
  expect(bytes).toBeLessThan(6e9);
});

test.each([
  ['25/1', '25/1', '25/1', false],
  ['30000/1001', '30000/1001', '30000/1001', false],
  ['90000/1', '24975/1000', '25', true],
  ['30/1', '50000/2933', '30/1', true],
  ['120/1', '120/1', '60', false],
  ['1000/1', '47/1', '50', true],
  ['1000/1', '144/1', '60', true],
  ['0/0', '0/0', '30', true],
])(
  'frames at %s, %s on average, are encoded at %s a second',
  (base, average, frameRate, isVariable) => {
    expect(frameRateOf(base, average)).toEqual({ frameRate, isVariable });
  },
);

test.each([
  ['My holiday (1).mp4', 'My-holiday-1', 'My holiday (1)'],
  ['../../etc/passwd', 'etc-passwd', '../../etc/passwd'],
  ['.hidden', 'hidden', '.hidden'],
  ['été_à_la_mer.mkv', 'été_à_la_mer', 'été à la mer'],
  ['映画.mp4', '映画', '映画'],
  ['???.mp4', 'video', '???'],
])('%s is kept as %s', (file, folder, title) => {
  expect(folderName(file)).toBe(folder);
  expect(titleOfFile(file)).toBe(title);
});

test('a folder gets a name that is valid on every file system', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
      const folder = folderName(name);
      expect(folder).toMatch(/^[^./\\\0][^./\\\0]*$/u);
      expect(Buffer.byteLength(folder)).toBeLessThanOrEqual(120);
    }),
  );
});

test('a storyboard has a cue for each moment, on the sheets it needs', () => {
  const plan = planStoryboard({ width: 1920, height: 1080 }, 250);
  expect(plan).toEqual({
    tile: { width: 160, height: 90 },
    everySeconds: 2,
    columns: 10,
    rows: 10,
    tileCount: 125,
  });
  const cues = storyboardVtt('a b', plan, 250).split('\n\n').slice(1);
  expect(cues).toHaveLength(125);
  expect(cues[0]).toBe('00:00:00.000 --> 00:00:02.000\na%20b.storyboard-1.jpg#xywh=0,0,160,90');
  expect(cues[99]).toBe(
    '00:03:18.000 --> 00:03:20.000\na%20b.storyboard-1.jpg#xywh=1440,810,160,90',
  );
  expect(cues[100]).toContain('a%20b.storyboard-2.jpg#xywh=0,0,160,90');
  expect(planStoryboard({ width: 1080, height: 1920 }, 4 * 3_600)).toMatchObject({
    tile: { width: 50, height: 90 },
    tileCount: 960,
  });
  expect(planStoryboard({ width: 640, height: 360 }, 0.4)).toMatchObject({
    tileCount: 1,
    columns: 1,
    rows: 1,
  });
});

test('captions get the names that the library expects, including two of one language', () => {
  const track = (index: number, language: string, isForHardOfHearing = false) => ({
    index,
    language,
    isForHardOfHearing,
  });
  const named = nameCaptions('film', [
    track(2, 'en'),
    track(3, 'en'),
    track(4, 'en', true),
    track(5, 'pt-BR'),
    track(6, 'und'),
  ]);
  expect(named.map(({ name }) => name)).toEqual([
    'film.en.vtt',
    'film.en-x-2.vtt',
    'film.en-x-sdh.vtt',
    'film.pt-br.vtt',
    'film.und.vtt',
  ]);
});

test('a generated id is unused, and no command line reads it as an option', () => {
  const taken = new Set<string>();
  for (let round = 0; round < 1_000; round += 1) {
    const id = freeId(`one of ${round % 20} files`, taken);
    expect(id).toMatch(/^[A-Za-z0-9_][A-Za-z0-9_-]{10}$/);
    expect(taken.has(id)).toBe(false);
    taken.add(id);
  }
});
