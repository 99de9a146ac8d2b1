import { stat } from 'node:fs/promises';

/** The text of the stamp of a file that is not there. */
export const noFile = '-';

export interface FileStamp {
  /** Changes with the file: also when it is replaced by one of the same size and time, or its permissions change. */
  text: string;
  /** Unix time; `null` for a file that is not there. */
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
