import { expect, test, vi } from 'vitest';
import { inRounds } from '../../../bench/support/rounds.ts';

vi.spyOn(console, 'error').mockImplementation(() => undefined);

const run = (measure: (lane: string, round: number) => Promise<string>) => ({
  lanes: ['ours', 'native', 'peer'],
  title: 'load',
  titleOf: (lane: string) => `lane ${lane}`,
  measure,
});

test('a lane that fails in a round is named and left out of that round, and the run continues', async () => {
  const { measured, failures } = await inRounds({
    ...run(async (lane, round) => {
      if (lane === 'peer' && round === 0) throw new Error('It does not play.');
      return `${lane} ${round}`;
    }),
    rounds: 2,
  });
  expect(failures).toEqual([{ lane: 'lane peer', round: 0, message: 'It does not play.' }]);
  expect(measured.map(({ result }) => result).toSorted()).toEqual([
    'native 0',
    'native 1',
    'ours 0',
    'ours 1',
    'peer 1',
  ]);
});

test('a lane whose page hangs is left out too, and its late end has no effect', async () => {
  const late = Promise.withResolvers<string>();
  const { measured, failures } = await inRounds({
    ...run((lane) => (lane === 'native' ? late.promise : Promise.resolve(lane))),
    rounds: 1,
    limitMs: 20,
  });
  late.reject(new Error('The target is gone.'));
  expect(failures).toEqual([
    { lane: 'lane native', round: 0, message: 'It took more than 0.02 s: its page hangs.' },
  ]);
  expect(measured.map(({ result }) => result)).toEqual(['ours', 'peer']);
});

test('lanes skip the rounds that they are not in, and no round begins with the first lane of the round before', async () => {
  const order: string[] = [];
  await inRounds({
    ...run(async (lane, round) => String(order.push(`${round} ${lane}`))),
    lanes: ['ours', 'native', 'plyr', 'peer'],
    rounds: 2,
    isIn: (lane, round) => lane !== 'plyr' || round === 0,
  });
  expect(order).toEqual(['0 ours', '0 native', '0 plyr', '0 peer', '1 peer', '1 ours', '1 native']);
});
