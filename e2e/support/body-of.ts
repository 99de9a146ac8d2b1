import { gunzipSync } from 'node:zlib';
import type { Request } from '@playwright/test';

/** @returns the JSON body of a request, compressed or not; `null` without a request or a body */
export function bodyOf(request: Request | undefined) {
  const bytes = request?.postDataBuffer() ?? Buffer.from('null');
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return JSON.parse((isGzip ? gunzipSync(bytes) : bytes).toString());
}
