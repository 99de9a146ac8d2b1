/** @returns `null` for a name that the table has not got itself: hosts also send `toString` */
export function ownEntry<T>(table: Readonly<Record<string, T>>, name: string): T | null {
  return Object.hasOwn(table, name) ? (table[name] ?? null) : null;
}
