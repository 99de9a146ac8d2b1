/** Compressible types: text, and WebAssembly. Pictures, audio and video are already compressed. */
const textTypes: ReadonlySet<string> = new Set([
  'application/dash+xml',
  'application/json',
  'application/schema+json',
  'application/vnd.apple.mpegurl',
  'application/wasm',
  'image/svg+xml',
  'text/css',
  'text/html',
  'text/javascript',
  'text/plain',
  'text/vtt',
  'text/xml',
]);

/** @param contentType with or without parameters */
export function isText(contentType: string): boolean {
  const [type = ''] = contentType.split(';', 1);
  return textTypes.has(type.trim().toLowerCase());
}
