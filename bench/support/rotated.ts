/** So that no lane always follows the same other, or always comes when the machine is warm. */
export function rotated<T>(list: readonly T[], by: number): T[] {
  const from = list.length === 0 ? 0 : by % list.length;
  return [...list.slice(from), ...list.slice(0, from)];
}
