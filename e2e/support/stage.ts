import { test as base } from './shared-page.ts';

/** For tests that do not look at what is stored either: they share a server as well, which takes a fifth of the time. */
export const test = base.extend({ server: ({ stage }, use) => use(stage) });
