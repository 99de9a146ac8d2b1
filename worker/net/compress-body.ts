import { batchLimits } from '../../shared/services-limits.ts';

/** Specification §9: bodies of 500 to 500,000 characters. Shorter ones gain nothing, longer ones cost too much. */
export function isCompressible(chars: number): boolean {
  return chars >= batchLimits.gzipMinChars && chars <= batchLimits.gzipMaxChars;
}

/** @throws (rejects) where it cannot be done just now */
export type Gzip = (text: string) => Promise<Uint8Array<ArrayBuffer>>;

/** @param Native `null` where the platform has none: browsers before 2023 load a script for it */
export function createGzip(Native: typeof CompressionStream | null): Gzip {
  return async (text) => {
    if (Native === null) {
      const { gzipSync, strToU8 } = await import('fflate');
      return gzipSync(strToU8(text));
    }
    const stream = new Blob([text]).stream().pipeThrough(new Native('gzip'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  };
}
