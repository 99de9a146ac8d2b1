import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { expect } from 'vitest';
import { type RawReply, rawRequest } from '../support/raw-request.ts';

/** Requests a file; `null` sends no `Accept-Encoding`. */
export const askAccepting = (
  origin: string,
  path: string,
  accepted: string | null,
  headers: Record<string, string> = {},
) =>
  rawRequest(origin, path, {
    headers: { ...headers, ...(accepted !== null && { 'Accept-Encoding': accepted }) },
  });

/** @returns the decompressed body */
export function unpackReply({ headers, bytes }: RawReply): string {
  const coding = headers['content-encoding'];
  if (coding === 'br') return brotliDecompressSync(bytes).toString();
  if (coding === 'gzip') return gunzipSync(bytes).toString();
  if (coding === 'deflate') return inflateSync(bytes).toString();
  expect(coding).toBeUndefined();
  return bytes.toString();
}
