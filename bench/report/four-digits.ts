/** A replacer for `JSON.stringify`: further digits of a measured figure would be noise. */
export function fourDigits(_: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toPrecision(4)) : value;
}
