import { readNumber } from '../../shared/read-number.ts';

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @returns false when the value is not a number */
export function withNumber(value: unknown, use: (number: number) => void): boolean {
  return withValue(readNumber(value), use);
}

/** @returns false when the value is `null` */
export function withValue<T>(value: T | null, use: (value: T) => void): boolean {
  if (value !== null) use(value);
  return value !== null;
}
