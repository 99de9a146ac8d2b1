/**
 * @returns `null` unless the table itself has the name: hosts also send names such as `toString`
 */
export function ownEntry<T>(table: Readonly<Record<string, T>>, name: string): T | null {
  return Object.hasOwn(table, name) ? (table[name] ?? null) : null;
}
