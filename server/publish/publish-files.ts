import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import { webContentType } from '../http/web-content-types.ts';

const deflate = { br: promisify(brotliCompress), gz: promisify(gzip) };

/** Writes a text with its compressed forms beside it, as the build does with its files. @throws EEXIST where one is already */
export async function writeCompressed(file: string, text: string): Promise<void> {
  const bytes = Buffer.from(text);
  await writeFile(file, bytes, { flag: 'wx' });
  await writeFile(
    `${file}.br`,
    await deflate.br(bytes, { params: { [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  );
  await writeFile(`${file}.gz`, await deflate.gz(bytes, { level: zlib.Z_BEST_COMPRESSION }));
}

/** Copies what a server would give to anybody of a directory of the build: no source maps, nothing below it. */
export async function copyBuilt(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  const entries = await readdir(from, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  for (const name of names.filter(isServed))
    await copyFile(join(from, name), join(to, name), constants.COPYFILE_FICLONE);
}

/** Copies a file with its compressed forms, as far as there are any. */
export async function copyWithForms(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  for (const end of ['.br', '.gz']) {
    try {
      await copyFile(from + end, to + end);
    } catch (error) {
      // Not worth it: the build has not made one.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  }
}

function isServed(name: string): boolean {
  return webContentType(extname(name.replace(/\.(br|gz)$/, ''))) !== null;
}
