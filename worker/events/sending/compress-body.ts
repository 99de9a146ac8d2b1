import { batchLimits } from '../../../shared/limits/batch-limits.ts';

/**
 * Bodies of 500 to 500,000 characters (specification §9). Shorter ones gain nothing, longer ones
 * cost too much.
 */
export function isCompressible(chars: number): boolean {
  return chars >= batchLimits.gzipMinChars && chars <= batchLimits.gzipMaxChars;
}

/** Per character. */
const utf8MaxBytes = 3;

/**
 * Whether the server accepts the compression ratio. It refuses a body that is compressed further,
 * without reading it.
 */
export function isPlausible(text: string, zipped: Uint8Array): boolean {
  const maxBytes = batchLimits.gzipMaxRatio * zipped.length;
  if (text.length <= batchLimits.gzipFreeChars || text.length * utf8MaxBytes <= maxBytes)
    return true;
  return new TextEncoder().encode(text).length <= maxBytes;
}

/** @throws (rejects) if compression fails */
export type Gzip = (text: string) => Promise<Uint8Array<ArrayBuffer>>;

/** @param Native `null` where the platform has none: browsers before 2023 load a script instead */
export function createGzip(Native: typeof CompressionStream | null): Gzip {
  return async (text) => {
    if (Native === null) {
      const { gzipSync, strToU8 } = await import('fflate');
      return gzipSync(strToU8(text));
    }
    // The stream of a Blob would go through the browser's process, at five times the cost.
    const stream = new Response(text).body?.pipeThrough(new Native('gzip'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  };
}
