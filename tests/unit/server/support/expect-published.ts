import { expect } from 'vitest';
import { problemsOf } from '../../../support/published.ts';

/** Fails when a value does not match its published schema, including extra fields. */
export function expectPublished(name: string, value: unknown): void {
  expect(problemsOf(name, value), `${name}: ${JSON.stringify(value)?.slice(0, 2_000)}`).toEqual([]);
}
