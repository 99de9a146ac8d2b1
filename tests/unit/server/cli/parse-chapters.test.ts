import { expect, test } from 'vitest';
import { parseChapters } from '../../../../server/cli/edit/parse-chapters.ts';

test('chapters are lines or WebVTT, in any order', () => {
  const vtt = 'WEBVTT\n\n1\n00:10.500 --> 00:20.000\nSecond\n\n00:00:00.000 --> 00:10.500\nFirst\n';
  expect(parseChapters(vtt)).toEqual({
    ok: true,
    value: [
      { startSeconds: 0, title: 'First' },
      { startSeconds: 10.5, title: 'Second' },
    ],
  });
  expect(parseChapters('1:00:01 Late\r\n59:59 Before\r\n')).toEqual({
    ok: true,
    value: [
      { startSeconds: 3_599, title: 'Before' },
      { startSeconds: 3_601, title: 'Late' },
    ],
  });
});
