/**
 * Whether a message comes from the expected origin. For hosts that enforce https, browsers load an
 * http frame over https.
 */
export function isFrom(expected: string, origin: string): boolean {
  return origin === expected || origin === expected.replace(/^http:/, 'https:');
}
