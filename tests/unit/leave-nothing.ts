import { afterAll, vi } from 'vitest';

// The files of this suite share their processes, because a new one for each would double the time.
// A file's replaced globals are restored at its end.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});
