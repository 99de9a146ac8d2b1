import { beforeEach, describe, expect, test } from 'vitest';
import type { CaptionTrackInfo } from '../../../../../shared/player/player-response.ts';
import { err, ok, type Result } from '../../../../../shared/tools/result.ts';
import {
  createPlayerStore,
  type PlayerStore,
} from '../../../../../src/player/state/player-store.ts';
import { cueText } from '../../../../../src/ui/panels/transcript/cue-text.ts';
import {
  lineAt,
  linesWith,
  markParts,
} from '../../../../../src/ui/panels/transcript/find-lines.ts';
import type { Line } from '../../../../../src/ui/panels/transcript/load-cues.ts';
import {
  createTranscript,
  type Transcript,
} from '../../../../../src/ui/panels/transcript/transcript.ts';
import { until } from '../../../../support/until.ts';
import { english, makeReading, makeVideo, spanish } from '../../../player/make-video.ts';

test.each([
  ['<v Anna>Hello <b>there</b>\nyou', 'Hello there you'],
  ['a &lt;img src=x onerror=alert(1)&gt; &amp;lt; b', 'a <img src=x onerror=alert(1)> &lt; b'],
  ['<c.yellow.bg_blue>  colours\t\t</c>', 'colours'],
  ['<00:01.000>karaoke', 'karaoke'],
  ['', ''],
])('the cue %j has the words %j', (cue, text) => {
  expect(cueText(cue)).toBe(text);
});

const lines: Line[] = [
  { start: 0, text: 'The lake lies still.' },
  { start: 5, text: 'First LIGHT, light enough' },
  { start: 10, text: 'A boat' },
];

test.each([
  [-1, -1],
  [0, 0],
  [4.9, 0],
  [5, 1],
  [1e9, 2],
])('at %d s line %d is the current or the last one', (seconds, index) => {
  expect(lineAt(lines, seconds)).toBe(index);
});

test('lines are found in any case, and an empty search finds all', () => {
  expect(linesWith(lines, ' light ')).toEqual([1]);
  expect(linesWith(lines, '  ')).toEqual([0, 1, 2]);
  expect(linesWith(lines, '(.*')).toEqual([]);
});

test('every second part is a match; a text whose lower case is longer is left whole', () => {
  expect(markParts('First LIGHT, light', 'light')).toEqual(['First ', 'LIGHT', ', ', 'light', '']);
  expect(markParts('A boat', '')).toEqual(['A boat']);
  expect(markParts('İstanbul light', 'light')).toEqual(['İstanbul light']);
});

describe('the transcript', () => {
  let store: PlayerStore;
  let transcript: Transcript;
  const asked: string[] = [];
  let answers: Record<string, Promise<Result<Line[], 'FAILED'>>>;

  beforeEach(() => {
    store = createPlayerStore();
    asked.length = 0;
    answers = {
      en: Promise.resolve(ok(lines)),
      es: Promise.resolve(ok([{ start: 1, text: 'El lago' }])),
    };
    transcript = createTranscript({
      store,
      languages: ['es-MX'],
      loadCues(track: CaptionTrackInfo) {
        asked.push(track.languageCode);
        return answers[track.languageCode] ?? Promise.resolve(err('FAILED', 'none'));
      },
    });
    show([english, spanish]);
  });

  function show(captionTracks: CaptionTrackInfo[]): void {
    store.dispatch({
      type: 'video_changed',
      video: makeVideo({}, { captionTracks }),
      isCued: true,
      startSeconds: 0,
    });
  }
  const at = (currentTime: number) =>
    store.dispatch({ type: 'playing', media: makeReading({ currentTime }) });
  const settled = () => until(() => transcript.getState().phase !== 'loading');

  test('loads nothing before it opens, then the captions that show, or else those that suit the viewer', async () => {
    store.dispatch({ type: 'captions', language: 'en' });
    expect(asked).toEqual([]);
    const stop = transcript.subscribe(() => {});
    await settled();
    expect(asked).toEqual(['en']);
    stop();
    expect(transcript.getState().lines).toEqual([]);
    store.dispatch({ type: 'captions', language: null });
    transcript.subscribe(() => {});
    await settled();
    expect(asked).toEqual(['en', 'es']);
  });

  test('reports each new line when it is spoken, and nothing in between [feature-transcript]', async () => {
    store.dispatch({ type: 'captions', language: 'en' });
    let reported = 0;
    transcript.subscribe(() => {
      reported += 1;
    });
    await settled();
    at(5.2);
    expect(transcript.getState().current).toBe(1);
    const before = reported;
    at(5.6);
    at(8);
    expect(reported).toBe(before);
    at(3);
    expect(transcript.getState().current).toBe(0);
  });

  test('reports captions that fail; another language may be there', async () => {
    answers = { ...answers, es: Promise.resolve(err('FAILED', '404')) };
    transcript.subscribe(() => {});
    await settled();
    expect(transcript.getState()).toMatchObject({ phase: 'failed', language: 'es' });
    transcript.setLanguage('en');
    await settled();
    expect(transcript.getState()).toMatchObject({
      phase: 'ready',
      language: 'en',
      shown: [0, 1, 2],
    });
  });

  test('shows the language chosen last, even when the other loads later', async () => {
    const slow = Promise.withResolvers<Result<Line[], 'FAILED'>>();
    answers = { ...answers, es: slow.promise };
    transcript.subscribe(() => {});
    transcript.setLanguage('en');
    await settled();
    slow.resolve(ok([]));
    await slow.promise;
    expect(transcript.getState()).toMatchObject({ language: 'en', lines });
  });

  test('keeps a search when the language changes; without captions it is empty', async () => {
    transcript.subscribe(() => {});
    await settled();
    transcript.search('boat');
    transcript.setLanguage('en');
    await settled();
    expect(transcript.getState()).toMatchObject({ query: 'boat', shown: [2] });
    show([]);
    await until(() => transcript.getState().phase === 'failed');
  });
});
