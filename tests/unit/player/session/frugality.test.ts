import { expect, test } from 'vitest';
import { recoveryLimits } from '../../../../shared/limits/recovery-limits.ts';
import type { Engine } from '../../../../src/player/engines/engine.ts';
import { startFrugality } from '../../../../src/player/session/frugality.ts';
import { createPlayerStore } from '../../../../src/player/state/player-store.ts';
import { createFakeClock } from '../../fake-clock.ts';

function start() {
  const did: string[] = [];
  const life = new AbortController();
  const engine = {
    setFrugal: (isFrugal) => did.push(`frugal ${isFrugal}`),
  } as Partial<Engine> as Engine;
  const store = createPlayerStore();
  const session = {
    store,
    engine,
    bufferGoalSec: null as number | null,
    setBufferGoal(seconds: number | null) {
      session.bufferGoalSec = seconds;
      did.push(`goal ${seconds}`);
    },
    signal: life.signal,
  };
  const page = Object.assign(new EventTarget(), {
    visibilityState: 'visible' as DocumentVisibilityState,
  });
  const clock = createFakeClock();
  startFrugality({ session, clock, page });
  const see = (state: DocumentVisibilityState) => {
    page.visibilityState = state;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  const saveAhead = (aheadSec: number | null) =>
    store.dispatch({ type: 'changed', changes: { aheadSec } });
  return { did, session, clock, see, life, saveAhead };
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

test('a budget of media that begins or ends limits what is fetched ahead, until another video is on stage', () => {
  const { did, saveAhead, life } = start();
  saveAhead(10);
  saveAhead(10);
  saveAhead(null);
  expect(did).toEqual(['goal null', 'goal null']);
  life.abort();
  saveAhead(10);
  expect(did).toHaveLength(2);
});

test('a budget of media that began while this script loaded counts too', () => {
  const { did, session, clock, saveAhead } = start();
  saveAhead(10);
  did.length = 0;
  startFrugality({
    session,
    clock,
    page: Object.assign(new EventTarget(), { visibilityState: 'visible' as const }),
  });
  expect(did).toEqual(['goal null']);
});
