import { afterAll, vi } from 'vitest';

// The files of this suite share their processes: a new one for each would take as long again as the tests. What a file put in the
// place of a global ends with it.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});
