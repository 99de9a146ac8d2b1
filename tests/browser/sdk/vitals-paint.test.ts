import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { removePlayers } from './make-player.ts';
import { hide, measure, openPlayer } from './measure-vitals.ts';

afterEach(removePlayers);

const largestPaint = { atMs: 50, areaPx: 9_999 };

test('a player that paints before the viewer acts is the page’s LCP', async () => {
  const { values } = measure({ withPaint: true, reportAllChanges: true });
  const { report } = await openPlayer();
  await report({ timeOriginMs: performance.timeOrigin, largestPaint });
  expect(values()).toEqual([['LCP', 50]]);
});

for (const [what, act] of [
  ['a click', () => userEvent.click(document.body)],
  ['a key', () => userEvent.keyboard('a')],
  ['the page has been hidden', hide],
] as const)
  test(`a player that paints after ${what} is not`, async () => {
    const { values } = measure({ withPaint: true, reportAllChanges: true });
    const { report } = await openPlayer();
    const later = { ...largestPaint, atMs: performance.now() + 60_000 };
    await act();
    await report({ timeOriginMs: performance.timeOrigin, largestPaint: later });
    expect(values()).toEqual([]);
  });

test('a click by a script does not end it', async () => {
  const { values } = measure({ withPaint: true, reportAllChanges: true });
  const { report } = await openPlayer();
  document.body.click();
  const atMs = performance.now() + 60_000;
  await report({
    timeOriginMs: performance.timeOrigin,
    largestPaint: { ...largestPaint, atMs },
  });
  expect(values()).toEqual([['LCP', atMs]]);
});

test('in a page that was opened hidden no player is', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const { values } = measure({ withPaint: true, reportAllChanges: true });
  hidden.mockRestore();
  const { report } = await openPlayer();
  await report({ timeOriginMs: performance.timeOrigin, largestPaint });
  expect(values()).toEqual([]);
});
