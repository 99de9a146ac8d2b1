/**
 * Marks a further row of a table, a repeated round, or a test that needs several machines: `npm run
 * test:all` runs it.
 * Of each behaviour one short test has no mark, and so runs in `npm test`.
 */
export const thorough = { tag: '@thorough' };
