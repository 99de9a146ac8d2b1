import { expect } from 'vitest';
import { problemsOf } from '../../../support/published.ts';

/** Fails where a value is not what the published schema of this name says: with a field that it does not name, too. */
export function expectPublished(name: string, value: unknown): void {
  expect(problemsOf(name, value), `${name}: ${JSON.stringify(value)?.slice(0, 2_000)}`).toEqual([]);
}
