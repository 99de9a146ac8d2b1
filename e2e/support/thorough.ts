/**
 * Marks a test that only `npm run test:all` runs, because `npm test` would take too long with it: a
 * further row of a table, a repeated round, several machines, or a whole story in real time, such
 * as a stream that is sent, a tutorial or a minute of playback.
 * Each claim of the documents also has a test without this mark.
 */
export const thorough = { tag: '@thorough' };
