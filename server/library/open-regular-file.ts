import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';

/**
 * Opens a file for reading. It rejects FIFOs and devices: a FIFO would block, and /dev/zero never
 * ends.
 * @throws for anything but a regular file that this user may read
 */
export async function openRegularFile(file: string): Promise<FileHandle> {
  // Windows has neither FIFOs nor the flag.
  const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    if (!(await handle.stat()).isFile()) throw new Error('it is not a regular file');
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}
