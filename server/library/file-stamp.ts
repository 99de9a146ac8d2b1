import { stat } from 'node:fs/promises';

/** The stamp text of a missing file. */
export const noFile = '-';

export interface FileStamp {
  /**
   * Changes with the file, even if a file of the same size and time replaces it or its permissions
   * change.
   */
  text: string;
  /** Unix milliseconds of the last write; `null` for a missing file. */
  writtenMs: number | null;
}

export const stampOfNoFile: FileStamp = { text: noFile, writtenMs: null };

export async function stampFile(file: string): Promise<FileStamp> {
  const stats = await stat(file, { bigint: true }).catch(() => null);
  if (stats === null) return stampOfNoFile;
  const { ino, size, mtimeNs, mtimeMs, ctimeNs } = stats;
  return { text: `${ino}/${size}/${mtimeNs}/${ctimeNs}`, writtenMs: Number(mtimeMs) };
}

export async function fileStamp(file: string): Promise<string> {
  return (await stampFile(file)).text;
}
