import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Result } from '../../shared/result.ts';
import { err, ok } from '../../shared/result.ts';

const gunzipAsync = promisify(gunzip);

/**
 * Gives the text of a body. A gzipped one is known by its header or, where the sender could set none (beacons, opaque
 * origins), by its first bytes.
 * @param encoding the `Content-Encoding` header
 * @param maxBytes of the unpacked body; unpacking stops there, so that a compression bomb costs no more than that
 */
export async function unpackBody(
  body: Buffer,
  encoding: string | undefined,
  maxBytes: number,
): Promise<Result<string, 'UNKNOWN_ENCODING' | 'BAD_GZIP' | 'UNPACKED_TOO_LARGE' | 'BAD_TEXT'>> {
  const name = (encoding ?? 'identity').trim().toLowerCase();
  if (!['', 'identity', 'gzip', 'x-gzip'].includes(name)) {
    return err(
      'UNKNOWN_ENCODING',
      `Content-Encoding "${name}" is not understood; send gzip, or the plain text.`,
    );
  }
  const isGzip = name.endsWith('gzip') || (body[0] === 0x1f && body[1] === 0x8b);
  let plain = body;
  try {
    if (isGzip) plain = await gunzipAsync(body, { maxOutputLength: maxBytes });
  } catch (error) {
    if (error instanceof RangeError)
      return err(
        'UNPACKED_TOO_LARGE',
        `A request has at most ${maxBytes} bytes when unpacked; send less at once.`,
      );
    return err(
      'BAD_GZIP',
      `The gzipped body cannot be unpacked: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
  try {
    return ok(new TextDecoder('utf-8', { fatal: true }).decode(plain));
  } catch {
    return err('BAD_TEXT', 'The body is not UTF-8 text.');
  }
}
