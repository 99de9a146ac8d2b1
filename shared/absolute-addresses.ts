/**
 * A reply of the API as a page of another origin can use it.
 * @param value JSON. Addresses are the texts under `url` and under names that end with `Url`
 * @param origin of the API
 * @returns the same with each address that is a path made absolute
 */
export function absoluteAddresses<T>(value: T, origin: string): T {
  return JSON.parse(JSON.stringify(value), (name, part) =>
    typeof part === 'string' && /(^u|U)rl$/.test(name) && /^\/(?!\/)/.test(part)
      ? origin + part
      : part,
  );
}
