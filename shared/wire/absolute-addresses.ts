/**
 * Makes relative URLs in a reply of the API absolute, for a page of another origin.
 * @param value JSON. URLs are the texts under `url` and under names that end with `Url`
 * @param origin of the API
 * @returns a copy in which each URL that is a path is absolute
 */
export function absoluteAddresses<T>(value: T, origin: string): T {
  return JSON.parse(JSON.stringify(value), (name, part) =>
    typeof part === 'string' && /(^u|U)rl$/.test(name) && /^\/(?!\/)/.test(part)
      ? origin + part
      : part,
  );
}
