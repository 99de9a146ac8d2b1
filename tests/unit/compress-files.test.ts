import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compressFiles } from '../../scripts/lib/compress-files.js';
import { tempDirectory } from './server/support/temp-directory.ts';

const script = `export const text = '${'offstage '.repeat(200)}';\n`;

/** @returns all files below it */
const filesOf = (directory: string) =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.includes('.'))
    .sort();

test('the build writes brotli and gzip beside text that gets smaller, and beside nothing else', async () => {
  const dist = tempDirectory({
    'page/a.js': script,
    'page/assets/b.css': script,
    'page/a.js.map': script,
    'page/poster.jpg': script,
    'page/short.js': 'x()',
    'page/noise.json': Buffer.from(Array.from({ length: 400 }, (_, index) => (index * 7919) % 256)),
    'page/.vite/manifest.json': script,
    'sdk/package/a.js': script,
  });
  const places = {
    directories: [join(dist, 'page'), join(dist, 'sdk')],
    except: [join(dist, 'sdk/package')],
    cacheDir: tempDirectory(),
  };
  const before = filesOf(dist);
  await compressFiles(places);
  const packed = ['page/a.js', 'page/assets/b.css'].flatMap((name) => [`${name}.br`, `${name}.gz`]);
  expect(filesOf(dist)).toEqual(expect.arrayContaining([...before, ...packed]));
  const noise = filesOf(dist).filter((name) => /noise\.json\./.test(name));
  expect(filesOf(dist)).toHaveLength(before.length + packed.length + noise.length);
  for (const name of noise) expect(readFileSync(join(dist, name)).length).toBeLessThan(400);
  expect(brotliDecompressSync(readFileSync(join(dist, 'page/a.js.br'))).toString()).toBe(script);
  expect(gunzipSync(readFileSync(join(dist, 'page/assets/b.css.gz'))).toString()).toBe(script);
});

test('earlier results are read from the cache, which drops those of missing files', async () => {
  const dist = tempDirectory({ 'a.js': script, 'b.js': `${script}//` });
  const places = { directories: [dist], cacheDir: join(tempDirectory(), 'cache') };
  await compressFiles(places);
  expect(readdirSync(places.cacheDir)).toHaveLength(4);
  for (const name of readdirSync(places.cacheDir)) writeFileSync(join(places.cacheDir, name), name);
  rmSync(join(dist, 'b.js'));
  rmSync(join(dist, 'a.js.br'));
  await compressFiles(places);
  expect(readFileSync(join(dist, 'a.js.br'), 'utf8')).toMatch(/^[\da-f]{64}\.br$/);
  expect(readdirSync(places.cacheDir).sort()).toHaveLength(2);
  expect(existsSync(join(dist, 'a.js.gz'))).toBe(true);
});
