import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { createProgress } from '../../../../server/cli/progress.ts';

/** A stream that may be a terminal. */
function output(isTTY: boolean) {
  const stream = Object.assign(new PassThrough(), { isTTY, columns: 100 });
  let kept = '';
  stream.setEncoding('utf8').on('data', (text: string) => {
    kept += text;
  });
  return { stream, text: () => kept };
}

test('on a terminal a progress bar moves in one line and disappears at the end', () => {
  const { stream, text } = output(true);
  const progress = createProgress('film.mp4', stream);
  progress.update(0.5);
  progress.stop();
  const shown = stripVTControlCharacters(text());
  expect(shown).toMatch(/film\.mp4 █+░+ 50 %/);
  expect(shown).not.toContain('\n');
});

test('elsewhere each tenth prints one plain line, without moving the cursor', () => {
  const { stream, text } = output(false);
  const progress = createProgress('film.mp4', stream);
  for (const part of [0, 0.05, 0.1, 0.11, 0.35, 0.3, 0.99, 1]) progress.update(part);
  progress.stop();
  expect(text()).toBe('film.mp4: 10 %\nfilm.mp4: 30 %\nfilm.mp4: 90 %\nfilm.mp4: 100 %\n');
});

test('file names reach a terminal without control characters [threat-terminal]', () => {
  for (const isTTY of [true, false]) {
    const { stream, text } = output(isTTY);
    const progress = createProgress('a\u001b]0;title\u0007b\n.mp4', stream);
    progress.update(0.5);
    progress.stop();
    expect(text()).toContain(String.raw`a\u001b]0;title\u0007b\u000a.mp4`);
    expect(text()).not.toContain('\u001b]0');
  }
});
