import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Result } from '../../shared/tools/result.ts';
import { err, ok } from '../../shared/tools/result.ts';
import { clientTextLimits } from './client-text-limits.ts';
import { intakeCostLimits } from './intake-limits.ts';

const gunzipAsync = promisify(gunzip);

/**
 * Whether a body is gzipped. Its header says so; without one, its first bytes do (beacons and
 * opaque origins cannot set headers).
 * @param encoding the `Content-Encoding` header
 */
export function isGzipped(
  body: Buffer,
  encoding: string | undefined,
): Result<boolean, 'UNKNOWN_ENCODING'> {
  const name = (encoding ?? 'identity').trim().toLowerCase();
  if (!['', 'identity', 'gzip', 'x-gzip'].includes(name))
    return err(
      'UNKNOWN_ENCODING',
      `Content-Encoding "${name}" is not supported; send gzip or uncompressed text.`,
    );
  return ok(name.endsWith('gzip') || (body[0] === 0x1f && body[1] === 0x8b));
}

/** @returns the maximum unpacked size of a gzipped body; reserve it before unpacking */
export function unpackedMaxBytesOf(body: Buffer, maxBytes: number): number {
  const { unpackRatio, unpackFreeBytes } = intakeCostLimits;
  return Math.min(maxBytes, Math.max(unpackFreeBytes.value, body.length * unpackRatio.value));
}

/** @param maxBytes unpacking stops at this size, which limits the cost of a compression bomb */
export async function unpackBody(
  body: Buffer,
  maxBytes: number,
): Promise<Result<Buffer, 'BAD_GZIP' | 'UNPACKED_TOO_LARGE'>> {
  try {
    return ok(
      await gunzipAsync(body, {
        maxOutputLength: maxBytes,
        chunkSize: clientTextLimits.unpackChunkBytes,
      }),
    );
  } catch (error) {
    if (error instanceof RangeError)
      return err(
        'UNPACKED_TOO_LARGE',
        `A gzipped body of ${body.length} bytes may unpack to up to ${maxBytes} bytes; send less at once, or uncompressed text.`,
      );
    return err(
      'BAD_GZIP',
      `The gzipped body cannot be unpacked: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}
