import { openRegularFile } from './open-regular-file.ts';

/**
 * Reads a small regular file.
 * @throws if the file is larger than `maxBytes`, not a regular file or unreadable
 */
export async function readTextFile(file: string, maxBytes: number): Promise<string> {
  const handle = await openRegularFile(file);
  try {
    const { size } = await handle.stat();
    if (size > maxBytes) throw new Error(`it has ${size} bytes; the limit is ${maxBytes}`);
    const bytes = Buffer.alloc(size);
    // If the file grows meanwhile, read only its size at the start.
    let length = 0;
    while (length < size) {
      const { bytesRead } = await handle.read(bytes, length, size - length, length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return bytes.toString('utf8', 0, length);
  } finally {
    await handle.close();
  }
}
