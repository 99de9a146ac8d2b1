import { expect, test } from 'vitest';
import { parseOptions } from '../../../../server/options/parse-options.js';

const receiver = ['--webhook', 'https://hooks.example/'];

test('a budget has a measure and its highest value, and several can be given', () => {
  const parsed = parseOptions(
    [
      ...receiver,
      '--budget',
      'blocking_p75=200,layout_shift_p75=0.1',
      '--budget',
      'transferred_p75=1',
    ],
    {},
  );
  expect(parsed).toMatchObject({
    ok: true,
    value: {
      budgets: [
        { measure: 'blocking_p75', figure: 'blockingMs', limit: 200 },
        { measure: 'layout_shift_p75', figure: 'layoutShift', limit: 0.1 },
        { measure: 'transferred_p75', figure: 'transferredBytes', limit: 1 },
      ],
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
