import { beforeAll, onTestFinished } from 'vitest';

type Job = () => unknown;

/** Jobs that end the set-up that a file's tests share; null unless it is being made. */
let sharedJobs: Job[] | null = null;

/** Ends a part of a set-up after its test, or after the last test that shares it. */
export function whenDone(job: Job): void {
  if (sharedJobs === null) onTestFinished(async () => void (await job()));
  else sharedJobs.push(job);
}

/**
 * A set-up for all tests of a file, which must not change it in a way that another test sees.
 * @returns a function that returns it
 */
export function shareInFile<T>(make: () => T | Promise<T>): () => T {
  let made: { value: T } | null = null;
  beforeAll(async () => {
    const jobs: Job[] = [];
    sharedJobs = jobs;
    try {
      made = { value: await make() };
    } finally {
      sharedJobs = null;
    }
    return async () => {
      for (const job of jobs.toReversed()) await job();
    };
  });
  return () => {
    if (made === null) throw new Error('Only tests have what they share.');
    return made.value;
  };
}
