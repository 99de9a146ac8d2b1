import { expect, test } from 'vitest';
import { parseOptions } from '../../../../server/options/parse-options.js';

const receiver = ['--webhook', 'https://hooks.example/'];

const figures = {
  largest_paint_p75: 'largestPaintMs',
  interaction_p75: 'interactionMs',
  layout_shift_p75: 'layoutShift',
  first_frame_p75: 'playToFirstFrameMs',
  blocking_p75: 'blockingMs',
  transferred_p75: 'transferredBytes',
};

test('a budget has a measure and its highest value, and several can be given', () => {
  const [first = '', ...others] = Object.keys(figures);
  const several = others.map((measure) => `${measure}=0.25`).join(',');
  const argv = [...receiver, '--budget', `${first}=1000000000`, '--budget', several];
  expect(parseOptions(argv, {})).toMatchObject({
    ok: true,
    value: {
      budgets: Object.entries(figures).map(([measure, figure]) => ({
        ...{ measure, figure },
        limit: measure === first ? 1_000_000_000 : 0.25,
      })),
    },
  });
});

test.each(['blocking', 'blocking_p75', 'blocking_p75=', 'blocking_p75=-1', 'blocking_p75=1e9'])(
  'the budget %s is refused with an example and the measures',
  (budget) => {
    expect(parseOptions([...receiver, '--budget', budget], {})).toMatchObject({
      ok: false,
      error: {
        message: `--budget "${budget}" is no budget; give a measure and its highest value in milliseconds, in bytes or as a score: blocking_p75=200. Measures are largest_paint_p75, interaction_p75, layout_shift_p75, first_frame_p75, blocking_p75, transferred_p75.`,
      },
    });
  },
);

test.each([
  [
    [...receiver, '--budget', 'transferred_p75=1000000001'],
    /^--budget "transferred_p75=1000000001" is no budget;/,
  ],
  [
    [...receiver, '--budget', 'blocking_p75=1,blocking_p75=2'],
    /^--budget: blocking_p75 has two budgets; give one\.$/,
  ],
  [
    ['--budget', 'blocking_p75=1'],
    /^--budget needs a receiver of its reports: name one with --webhook, or leave out --budget\.$/,
  ],
])('%j is refused', (argv, message) => {
  expect(parseOptions(argv, {})).toMatchObject({
    ok: false,
    error: { code: 'INVALID_VALUE', message: expect.stringMatching(message) },
  });
});
