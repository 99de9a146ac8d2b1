import { expect, test } from 'vitest';
import {
  type LivePlaylist,
  readPlaylist,
  renderPlaylist,
} from '../../../../../server/cli/live/live-playlist.ts';

const part = (uri: string, isIndependent = false) => ({ uri, durationSec: 0.5, isIndependent });
const segment = (number: number, tags: string[] = []) => ({
  uri: `v-${number}.m4s`,
  durationSec: 2,
  tags,
  parts: [part(`v-${number}.0.m4s`, true), part(`v-${number}.1.m4s`)],
});
const playlist: LivePlaylist = {
  segments: [segment(4, ['#EXT-X-MAP:URI="v-0.cmfv"']), ...[5, 6, 7].map((each) => segment(each))],
  open: { tags: ['#EXT-X-DISCONTINUITY'], parts: [part('v-8.0.m4s', true)] },
  sequence: 4,
  discontinuitySequence: 1,
  hasParts: false,
  isRecorded: false,
  isEnded: false,
};

test('a playlist lists whole segments', () => {
  const lines = renderPlaylist(playlist).split('\n');
  expect(lines.slice(0, 9)).toEqual([
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-TARGETDURATION:2',
    '#EXT-X-MEDIA-SEQUENCE:4',
    '#EXT-X-DISCONTINUITY-SEQUENCE:1',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    '#EXT-X-MAP:URI="v-0.cmfv"',
    '#EXTINF:2.000000,',
    'v-4.m4s',
  ]);
  expect(lines.at(-2)).toBe('v-7.m4s');
  expect(lines.join('\n')).not.toMatch(/PART|ENDLIST|EVENT|DISCONTINUITY$/m);
});

test('with low latency it lists the parts of the last segments, and of the one that is being written', () => {
  const text = renderPlaylist({ ...playlist, hasParts: true });
  expect(text).toContain('#EXT-X-VERSION:9\n');
  expect(text).toContain(
    '#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=1.500\n#EXT-X-PART-INF:PART-TARGET=0.500000\n',
  );
  expect([...text.matchAll(/URI="(v-\d+\.\d+\.m4s)"/g)].map(([, uri]) => uri)).toEqual([
    ...[5, 6, 7].flatMap((number) => [`v-${number}.0.m4s`, `v-${number}.1.m4s`]),
    'v-8.0.m4s',
  ]);
  expect(
    text.endsWith(
      'v-7.m4s\n#EXT-X-DISCONTINUITY\n#EXT-X-PART:DURATION=0.500000,URI="v-8.0.m4s",INDEPENDENT=YES\n',
    ),
  ).toBe(true);
});

test('an ended recording says so, and has no parts', () => {
  const text = renderPlaylist({ ...playlist, hasParts: true, isRecorded: true, isEnded: true });
  expect(text).toContain('#EXT-X-PLAYLIST-TYPE:EVENT\n');
  expect(text.endsWith('v-7.m4s\n#EXT-X-ENDLIST\n')).toBe(true);
  expect(text).not.toContain('PART');
});

test('the target duration is that of the longest segment', () => {
  const long = { ...segment(8), durationSec: 4.6 };
  expect(renderPlaylist({ ...playlist, segments: [segment(7), long] })).toContain(
    '#EXT-X-TARGETDURATION:5\n',
  );
});

test('a playlist that was written is read back without its parts', () => {
  const { segments, sequence, discontinuitySequence } = playlist;
  expect(readPlaylist(renderPlaylist({ ...playlist, hasParts: true, isRecorded: true }))).toEqual({
    segments: segments.map((each) => ({ ...each, parts: [] })),
    sequence,
    discontinuitySequence,
    isRecorded: true,
    isEnded: false,
  });
  expect(readPlaylist(renderPlaylist({ ...playlist, isEnded: true })).isEnded).toBe(true);
});

test.each([
  '',
  '\0\u2028',
  '#EXTINF:NaN,\n',
  '#EXT-X-MEDIA-SEQUENCE:-1\n',
  '#EXT-X-MEDIA-SEQUENCE:x',
])('a damaged playlist %j is the beginning of a stream', (text) => {
  expect(readPlaylist(text)).toMatchObject({ sequence: 0, discontinuitySequence: 0 });
});
