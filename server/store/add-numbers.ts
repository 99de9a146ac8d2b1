/** @returns the sum of each of the numbers */
export function addNumbers<Name extends string>(
  all: readonly Readonly<Record<Name, number>>[],
): Record<Name, number> {
  const names = Object.keys(all[0] ?? {}) as Name[];
  return Object.fromEntries(
    names.map((name) => [name, all.reduce((sum, one) => sum + one[name], 0)]),
  ) as Record<Name, number>;
}
