/**
 * @param own options of a test's server, by name
 * @param args of the test, which may give them itself: the server refuses an option that is given
 *   twice
 * @returns all arguments
 */
export function withOwnOptions(
  own: Readonly<Record<string, string | number>>,
  args: readonly string[],
): string[] {
  const missing = Object.entries(own).filter(([name]) => !args.includes(name));
  return [...missing.flatMap(([name, value]) => [name, String(value)]), ...args];
}
