import type { LogMessage, NewsMessage, Services } from '../../shared/rpc/rpc.ts';

/**
 * Calls between page and worker carry data only. Compiling this file is the test: any type that
 * `postMessage` cannot clone, or would change, shows up here.
 */
type Uncloneable<T> = unknown extends T
  ? never // A log event's payload is checked when it is posted.
  : T extends string | number | boolean | bigint | null | undefined
    ? never
    : T extends symbol | ((...args: never[]) => unknown) | Promise<unknown> | Error
      ? T
      : T extends readonly (infer Item)[]
        ? Uncloneable<Item>
        : T extends object
          ? { [Key in keyof T]-?: Uncloneable<T[Key]> }[keyof T]
          : T;

type CallTypes = {
  [Name in keyof Services]:
    | Parameters<Services[Name]>[number]
    | Exclude<Awaited<ReturnType<Services[Name]>>, void>;
}[keyof Services];

type IsNever<T> = [T] extends [never] ? true : T;

export const callsCarryData: IsNever<Uncloneable<CallTypes>> = true;
export const entriesAreData: IsNever<Uncloneable<LogMessage>> = true;
export const newsIsData: IsNever<Uncloneable<NewsMessage>> = true;

// Proves that the check can fail: it finds a callback and an Error at any depth.
// @ts-expect-error a function cannot be cloned
export const callback: IsNever<Uncloneable<{ a: { onDone: () => void }[] }>> = true;
// @ts-expect-error an Error loses its code when cloned
export const thrown: IsNever<Uncloneable<{ error: Error }>> = true;
