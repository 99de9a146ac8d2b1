/** Two hexadecimal digits a byte: an id that is safe in URLs, headers and file names. */
export function hexId(randomBytes: Uint8Array): string {
  return Array.from(randomBytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
