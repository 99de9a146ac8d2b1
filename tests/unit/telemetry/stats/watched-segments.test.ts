import fc from 'fast-check';
import { expect, test } from 'vitest';
import { playerLimits } from '../../../../shared/limits/player-limits.ts';
import type { Segment } from '../../../../src/telemetry/stats/watch.ts';
import { startTestStats } from './start-test-stats.ts';

type Action =
  | { type: 'watch' | 'wait'; quarters: number }
  | { type: 'seek'; seconds: number }
  | { type: 'rate'; rate: number }
  | { type: 'pause' | 'play' | 'close' | 'turn' };

const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({
    type: fc.constantFrom('watch' as const, 'wait' as const),
    quarters: fc.integer({ min: 1, max: 300 }),
  }),
  fc.record({ type: fc.constant('seek' as const), seconds: fc.integer({ min: 0, max: 500 }) }),
  fc.record({ type: fc.constant('rate' as const), rate: fc.constantFrom(0.25, 1, 1.5, 2) }),
  fc.record({
    type: fc.constantFrom('pause' as const, 'play' as const, 'close' as const, 'turn' as const),
  }),
);

test('the segments together are exactly the watched time, for anything a viewer does', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 60 }), fc.boolean(), (actions, isLate) => {
      const player = startTestStats({ isLate });
      const watched: Segment[] = [];
      player.load();
      player.play();
      let hasStarted = !isLate;
      // A change every quarter of a second; a script that loads after the buffer is full misses the
      // first ones.
      let changeCount = 0;
      for (const [index, step] of actions.entries()) {
        changeCount += 5 + ('quarters' in step ? step.quarters : 0);
        if (!hasStarted && (index === 20 || changeCount > playerLimits.earlyChangesCount)) {
          hasStarted = true;
          player.start();
        }
        watched.push(...act(player, step));
      }
      if (!hasStarted) player.start();
      player.life.abort();
      expect(joined(player.segments().flat())).toEqual(joined(watched));
    }),
    { numRuns: 300 },
  );
});

/** @returns the watched part of it */
function act(player: ReturnType<typeof startTestStats>, step: Action): Segment[] {
  const from = player.store.getState().currentTime;
  const isPlaying = player.store.getState().playback === 1;
  switch (step.type) {
    case 'watch':
      if (!isPlaying) return [];
      player.watch(step.quarters / 4);
      return [[from, player.store.getState().currentTime]];
    case 'wait':
      if (isPlaying) player.report('waiting');
      player.clock.advance(step.quarters * 250);
      if (isPlaying) player.report('playing');
      return [];
    case 'seek':
      player.seek(step.seconds);
      return [];
    case 'rate':
      player.setRate(step.rate);
      return [];
    case 'play':
      player.play();
      return [];
    case 'pause':
      player.pause();
      return [];
    case 'turn':
      player.page.isVisible = !player.page.isVisible;
      player.playback.close();
      return [];
    case 'close':
      player.playback.close();
      return [];
  }
}

/** Adjacent segments as one. */
function joined(segments: readonly Segment[]): number[][] {
  const whole: number[][] = [];
  for (const [from, to] of segments) {
    const last = whole.at(-1);
    if (last !== undefined && Math.abs((last[1] ?? 0) - from) < 0.001) last[1] = to;
    else if (to > from) whole.push([from, to]);
  }
  return whole.map((segment) => segment.map((seconds) => Math.round(seconds * 100) / 100));
}
