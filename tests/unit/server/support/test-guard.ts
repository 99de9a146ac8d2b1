import {
  createGuard,
  type Guard,
  type GuardDeps,
} from '../../../../server/access/guard/create-guard.ts';
import type { Library } from '../../../../server/library/scan-library.ts';

/** The signing key of tests. */
export const testKey = 'a-key-of-tests-with-32-characters';

/** The guard of a library without rules of its own, unless the test sets some. */
export function testGuard(library: Library, changes: Partial<GuardDeps> = {}): Guard {
  return createGuard({
    library,
    signingKey: testKey,
    embedDomains: null,
    signsAll: false,
    signedMediaSec: 14_400,
    now: Date.now,
    ...changes,
  });
}
