import { expect, test } from 'vitest';
import { showProgress } from '../../../../../server/store/migrate/show-progress.ts';

function shown(isTTY: boolean) {
  let text = '';
  let nowMs = 0;
  const progress = showProgress(
    {
      isTTY,
      write: (more: string) => {
        text += more;
      },
    },
    () => nowMs,
  );
  return { progress, text: () => text, pass: (ms: number) => (nowMs += ms) };
}

test('a terminal shows one growing bar with the remaining time, and removes it at the end', () => {
  const { progress, text, pass } = shown(true);
  progress.update({ title: 'events', done: 1_000, total: 5_000 });
  pass(10_000);
  progress.update({ title: 'events', done: 2_000, total: 5_000 });
  const frames = text().split('\r\x1b[K');
  expect(frames.at(-1)).toBe(
    '██████████░░░░░░░░░░░░░░ 40 %  Moving events: 2,000 of 5,000 rows, about 30 s left',
  );
  progress.stop();
  expect(text().endsWith('\r\x1b[K')).toBe(true);
  expect(text()).not.toContain('\n');
});

test('rows moved by an earlier run do not count for the speed of this one', () => {
  const { progress, text, pass } = shown(true);
  progress.update({ title: 'events', done: 900_000, total: 1_000_000 });
  pass(60_000);
  progress.update({ title: 'events', done: 910_000, total: 1_000_000 });
  expect(text()).toContain('about 9 min left');
});

test('other outputs get a line each tenth, and none twice', () => {
  const { progress, text } = shown(false);
  for (let done = 0; done <= 1_000; done += 10)
    progress.update({ title: 'events', done, total: 1_000 });
  progress.update({ title: null, done: 1_000, total: 1_000 });
  progress.stop();
  const lines = text().trimEnd().split('\n');
  expect(lines).toHaveLength(12);
  expect(lines[0]).toBe('Moving events: 0 %, 0 of 1,000 rows');
  expect(lines[10]).toBe('Moving events: 100 %, 1,000 of 1,000 rows');
  expect(lines[11]).toBe('Checking that everything was moved: 100 %, 1,000 of 1,000 rows');
});

test('an empty store is moved at once', () => {
  const { progress, text } = shown(false);
  progress.update({ title: 'events', done: 0, total: 0 });
  expect(text()).toBe('Moving events: 100 %, 0 of 0 rows\n');
});
