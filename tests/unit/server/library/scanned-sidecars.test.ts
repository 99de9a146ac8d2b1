import { expect, test } from 'vitest';
import { sampleMp4 } from '../support/media-samples.ts';
import { scanFiles } from '../support/scan-files.ts';
import { titlesOf } from './titles-of.ts';

test.each([
  ['a wrong type', '{"title": 5}', /^a\.json: title: .*; "title" is ignored\.$/],
  [
    'a negative time',
    '{"chapters": [{"startSeconds": -1, "title": "x"}]}',
    /^a\.json: chapters\.0\.startSeconds: .*; "chapters" is ignored\.$/,
  ],
])(
  'a sidecar’s key with %s is ignored, and the warning names file and cause',
  async (_what, sidecar, warning) => {
    const { videos, warnings } = await scanFiles({ 'a.mp4': sampleMp4, 'a.json': sidecar });
    expect(titlesOf(videos)).toEqual(['a']);
    expect(warnings).toEqual([expect.stringMatching(warning)]);
  },
);

test('JSON files that belong to no video are left out without a warning', async () => {
  const { videos, warnings } = await scanFiles({
    'package.json': '{"name":"x"}',
    'other.json': 'junk',
    'notes.txt': 'x',
  });
  expect(videos).toEqual([]);
  expect(warnings).toEqual([]);
});

test.each(['31.12.2026', '2026-13-45', '2026-05-01 10:00', '2026-05-01T10:00:00', ''])(
  'a publication time written as "%s" is ignored, with a hint on the format',
  async (uploadDate) => {
    const { warnings } = await scanFiles({
      'a.mp4': sampleMp4,
      'a.json': JSON.stringify({ uploadDate }),
    });
    expect(warnings).toEqual([
      'a.json: uploadDate: use a date such as 2026-05-01, or a time with its zone such as 2026-05-01T18:00:00Z; "uploadDate" is ignored.',
    ]);
  },
);

test.each(['2026-05-01', '2026-05-01T10:00Z', '2026-05-01T10:00:00.5+02:00'])(
  '%s is accepted as the publication time',
  async (uploadDate) => {
    const files = { 'a.mp4': sampleMp4, 'a.json': JSON.stringify({ uploadDate }) };
    const { library, warnings } = await scanFiles(files);
    expect([...library.videos.values()]).toMatchObject([{ uploadDate }]);
    expect(warnings).toEqual([]);
  },
);

test('a sidecar without media is accepted only if it says why the video cannot be played', async () => {
  const { videos } = await scanFiles({
    'gone.json': '{"id":"gone0000000","unplayable":{"errorCode":"auth","reason":"No."}}',
  });
  expect(videos).toMatchObject([
    {
      videoDetails: { videoId: 'gone0000000', title: 'gone' },
      playabilityStatus: { status: 'UNPLAYABLE', errorCode: 'auth', reason: 'No.' },
    },
  ]);
});

test('a video whose sidecar forbids it is not played, even with its file', async () => {
  const { videos } = await scanFiles({
    'a.mp4': sampleMp4,
    'a.json': '{"unplayable":{"errorCode":"auth","reason":"No."}}',
  });
  expect(videos).toMatchObject([
    { sources: [], playabilityStatus: { status: 'UNPLAYABLE', errorCode: 'auth' } },
  ]);
});

test('chapters are sorted by time, and those beyond the end are dropped', async () => {
  const chapters = [5, 99, 0, 32].map((startSeconds) => ({
    startSeconds,
    title: `at ${startSeconds}`,
  }));
  const { videos } = await scanFiles({
    'a.mp4': sampleMp4,
    'a.json': JSON.stringify({ chapters }),
  });
  expect(videos[0]?.chapters.map(({ startSeconds }) => startSeconds)).toEqual([0, 5]);
});
