import { gunzipSync } from 'node:zlib';
import type { Request } from '@playwright/test';

/** @returns the JSON of a request, compressed or not; `null` without any */
// biome-ignore lint/suspicious/noExplicitAny: tests say what they expect of it
export function requestBody(request: Request | undefined): any {
  const bytes = request?.postDataBuffer() ?? Buffer.from('null');
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return JSON.parse((isGzip ? gunzipSync(bytes) : bytes).toString());
}
