import { readNumber } from '../../shared/tools/read-number.ts';

/** @returns whether there was a number to use */
export function withNumber(value: unknown, use: (number: number) => void): boolean {
  return withValue(readNumber(value), use);
}

/** @returns false when the value is `null` */
export function withValue<T>(value: T | null, use: (value: T) => void): boolean {
  if (value !== null) use(value);
  return value !== null;
}
