/**
 * Marks a further row of a table, a repeated round, or a test that needs several machines: `npm run
 * test:all` runs it.
 * Each behaviour has one short test without this mark, which runs in `npm test`, unless it needs a
 * minute of waiting or a whole core.
 */
export const thorough = { tag: '@thorough' };
