import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import { webContentType } from '../../http/files/web-content-types.ts';

const deflate = { br: promisify(brotliCompress), gz: promisify(gzip) };

/**
 * Writes a text and its compressed forms, as the build does.
 * @throws EEXIST if the file exists
 */
export async function writeCompressed(file: string, text: string): Promise<void> {
  const bytes = Buffer.from(text);
  await writeFile(file, bytes, { flag: 'wx' });
  await writeFile(
    `${file}.br`,
    await deflate.br(bytes, { params: { [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  );
  await writeFile(`${file}.gz`, await deflate.gz(bytes, { level: zlib.Z_BEST_COMPRESSION }));
}

/**
 * Writes a page that hosts find at its name without an ending: `NAME.html` for those that add the
 * ending, and `NAME/index.html` for those that only look into directories. The latter do not use
 * compressed forms.
 * @throws EEXIST if one of them exists
 */
export async function writePage(path: string, html: string): Promise<void> {
  await writeCompressed(`${path}.html`, html);
  await mkdir(path);
  await copyFile(`${path}.html`, join(path, 'index.html'), constants.COPYFILE_FICLONE);
}

/** Copies the public files of a build directory: no source maps, no subdirectories. */
export async function copyBuilt(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  const entries = await readdir(from, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  for (const name of names.filter(isServed))
    await copyFile(join(from, name), join(to, name), constants.COPYFILE_FICLONE);
}

/** Copies a file and its compressed forms, if they exist. */
export async function copyWithForms(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  for (const end of ['.br', '.gz']) {
    try {
      await copyFile(from + end, to + end);
    } catch (error) {
      // The build skips compressed forms that would not be smaller.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  }
}

function isServed(name: string): boolean {
  return webContentType(extname(name.replace(/\.(br|gz)$/, ''))) !== null;
}
