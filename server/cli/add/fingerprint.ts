import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { addLimits } from './add-limits.ts';

const { sampleBytes, sampleCount } = addLimits;

/**
 * Identifies a file by its size and samples from its whole length, so that a file of 10 GB takes no
 * longer than a small one.
 * @param file absolute path
 * @returns hexadecimal
 */
export async function fingerprintOf(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const hash = createHash('sha256').update(`${size}\n`);
    const last = Math.max(0, size - sampleBytes);
    const buffer = Buffer.alloc(sampleBytes);
    for (let index = 0; index < sampleCount; index += 1) {
      const at = Math.floor((last * index) / (sampleCount - 1));
      const { bytesRead } = await handle.read(buffer, 0, sampleBytes, at);
      hash.update(buffer.subarray(0, bytesRead));
    }
    return hash.digest('hex');
  } finally {
    await handle.close();
  }
}
