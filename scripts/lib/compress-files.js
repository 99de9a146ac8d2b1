import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Text files. Source maps are not compressed, because only the server reads them. */
const compressed = /\.(js|css|html|svg|json|txt|wasm)$/;

/** Compressing smaller files would save less than the extra header costs. */
const minBytes = 200;

/**
 * Content codings (RFC 9110 §8.4.1) that all browsers accept, by file ending. They use the best
 * compression: a file is compressed once and downloaded for years.
 * @type {Record<string, (bytes: Buffer) => Promise<Buffer>>}
 */
const codings = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gz: (bytes) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
};

/**
 * Writes `FILE.br` and `FILE.gz` beside each text file, unless they are not smaller.
 * @param {object} places
 * @param {readonly string[]} places.directories including their subdirectories
 * @param {readonly string[]} [places.except] directories to skip
 * @param {string} places.cacheDir caches compressed files by content: most are unchanged since the
 * last build
 * @returns {Promise<void>}
 */
export async function compressFiles({ directories, except = [], cacheDir }) {
  await mkdir(cacheDir, { recursive: true });
  const old = new Set(await readdir(cacheDir));
  const files = (
    await Promise.all(directories.map((directory) => filesIn(directory, except)))
  ).flat();
  const kept = await Promise.all(files.map((file) => compressFile(file, cacheDir)));
  for (const name of kept.flat()) old.delete(name);
  await Promise.all([...old].map((name) => rm(path.join(cacheDir, name))));
}

/**
 * @param {string} directory
 * @param {readonly string[]} except
 * @returns {Promise<string[]>}
 */
async function filesIn(directory, except) {
  if (except.includes(directory)) return [];
  const entries = await readdir(directory, { withFileTypes: true });
  const found = await Promise.all(
    entries.map((entry) => {
      const location = path.join(directory, entry.name);
      // The server never delivers dotfiles.
      if (entry.name.startsWith('.')) return [];
      if (entry.isDirectory()) return filesIn(location, except);
      return compressed.test(entry.name) ? [location] : [];
    }),
  );
  return found.flat();
}

/**
 * @param {string} file
 * @param {string} cacheDir
 * @returns {Promise<string[]>} names of its files in the cache
 */
async function compressFile(file, cacheDir) {
  const bytes = await readFile(file);
  const hash = createHash('sha256').update(bytes).digest('hex');
  return Promise.all(
    Object.entries(codings).map(async ([ending, compress]) => {
      const name = `${hash}.${ending}`;
      const known = await readFile(path.join(cacheDir, name)).catch(() => null);
      const packed = known ?? (bytes.length < minBytes ? bytes : await compress(bytes));
      // Cached even if it is not smaller, so that it is not tried again.
      if (known === null) await keep(path.join(cacheDir, name), packed);
      if (packed.length < bytes.length) await writeFile(`${file}.${ending}`, packed);
      return name;
    }),
  );
}

/**
 * Writes the file completely or not at all: an interrupted build must not leave a partial file in
 * the cache.
 * @param {string} file
 * @param {Buffer} bytes
 */
async function keep(file, bytes) {
  const part = `${file}.${randomUUID()}`;
  await writeFile(part, bytes);
  await rename(part, file);
}
