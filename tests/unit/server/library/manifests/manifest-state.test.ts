import { expect, test } from 'vitest';
import {
  completeLines,
  firstRendition,
  hlsState,
  mpdState,
} from '../../../../../server/library/manifests/manifest-state.ts';
import { growingPlaylist } from '../../support/growing-stream.ts';
import { masterPlaylist } from '../../support/media-samples.ts';

const header = '#EXTM3U\n#EXT-X-TARGETDURATION:2\n';

test.each([
  ['without an end', growingPlaylist({ last: 3 }), 'growing'],
  ['of an event', growingPlaylist({ last: 3, tags: ['#EXT-X-PLAYLIST-TYPE:EVENT'] }), 'growing'],
  ['with parts only', `${header}#EXT-X-PART:DURATION=0.5,URI="0.0.m4s"\n`, 'growing'],
  ['with its end', growingPlaylist({ last: 3, isEnded: true }), 'final'],
  ['with its end and no line break', `${header}#EXTINF:2,\na.ts\n#EXT-X-ENDLIST`, 'final'],
  ['with CRLF', `${header}#EXTINF:2,\na.ts\n#EXT-X-ENDLIST\n`.replaceAll('\n', '\r\n'), 'final'],
  ['of a whole video', growingPlaylist({ last: 3, tags: ['#EXT-X-PLAYLIST-TYPE:VOD'] }), 'final'],
  ['that is empty', '', 'unfinished'],
  ['without segments', header, 'unfinished'],
  ['that begins in the middle', '#EXTINF:2,\na.ts\n', 'unfinished'],
  ['of renditions', masterPlaylist('a.m3u8'), 'multivariant'],
])('a playlist %s', (_, text, state) => {
  expect(hlsState(text)).toBe(state);
});

test.each([
  ['<MPD type="dynamic"></MPD>\n', 'growing'],
  ["<?xml version='1.0'?><dash:MPD xmlns:dash='x' type='dynamic'></dash:MPD>", 'growing'],
  ['<MPD type="static"></MPD>', 'final'],
  ['<MPD></MPD>', 'final'],
  ['<MPD type="dynamic"><Period>', 'unfinished'],
  ['', 'unfinished'],
])('the MPD %s', (text, state) => {
  expect(mpdState(text)).toBe(state);
});

test('the first rendition is the line after its tag, past other tags', () => {
  expect(firstRendition('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nlow/a.m3u8\n')).toBe('low/a.m3u8');
  expect(firstRendition('#EXTM3U\r\n#EXT-X-STREAM-INF:BANDWIDTH=1\r\n#x\r\na b.m3u8\r\n')).toBe(
    'a b.m3u8',
  );
  expect(firstRendition('#EXTM3U\n')).toBeNull();
});

test('a line that is still being written is cut off', () => {
  expect(completeLines('#EXTM3U\n#EXTINF:2,\nshow1')).toBe('#EXTM3U\n#EXTINF:2,\n');
});
