import { expect, test } from 'vitest';
import { recoveryLimits } from '../../../../shared/limits/recovery-limits.ts';
import type { Engine } from '../../../../src/player/engines/engine.ts';
import { startFrugality } from '../../../../src/player/session/frugality.ts';
import { createFakeClock } from '../../fake-clock.ts';

function start() {
  const did: string[] = [];
  const life = new AbortController();
  const engine = {
    setBufferGoal: (seconds) => did.push(`goal ${seconds}`),
    setFrugal: (isFrugal) => did.push(`frugal ${isFrugal}`),
  } as Partial<Engine> as Engine;
  const session = { engine, bufferGoalSec: null as number | null, signal: life.signal };
  const page = Object.assign(new EventTarget(), {
    visibilityState: 'visible' as DocumentVisibilityState,
  });
  const clock = createFakeClock();
  startFrugality({ session, clock, page });
  const see = (state: DocumentVisibilityState) => {
    page.visibilityState = state;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  return { did, session, clock, see, life };
}

test('a hidden page fetches the smallest picture and little of it, until it is visible again [feature-frugality]', () => {
  const { did, session, clock, see } = start();
  see('hidden');
  clock.advance(recoveryLimits.hiddenAfterMs);
  expect(did).toEqual([`goal ${recoveryLimits.hiddenGoalSec}`, 'frugal true']);
  // A new engine gets the same limits.
  expect(session.bufferGoalSec).toBe(recoveryLimits.hiddenGoalSec);
  see('visible');
  expect(did.slice(2)).toEqual(['goal null', 'frugal false']);
});

test('a page that is soon visible again changes nothing', () => {
  const { did, clock, see } = start();
  see('hidden');
  clock.advance(recoveryLimits.hiddenAfterMs - 1);
  see('visible');
  clock.advance(recoveryLimits.hiddenAfterMs);
  expect(did).not.toContain('frugal true');
});

test('nothing happens once another video is on stage', () => {
  const { did, clock, see, life } = start();
  see('hidden');
  life.abort();
  clock.advance(recoveryLimits.hiddenAfterMs);
  expect(did).toEqual([]);
});
