import { stat } from 'node:fs/promises';

/** The stamp of a file that is not there. */
export const noFile = '-';

/** @returns a text that changes with the file: also when it is replaced by one of the same size and time, or its permissions change */
export async function fileStamp(file: string): Promise<string> {
  const stats = await stat(file, { bigint: true }).catch(() => null);
  return stats === null ? noFile : `${stats.ino}/${stats.size}/${stats.mtimeNs}/${stats.ctimeNs}`;
}
