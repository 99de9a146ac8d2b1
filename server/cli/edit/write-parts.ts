import { chmod, readdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { posterExtensions } from '../../library/media-file-types.js';
import type { VideoParts } from './video-parts.ts';

/**
 * Writes captions and poster beside a video, each by one rename. A new poster replaces all others.
 * @param folder absolute path
 * @param stem name of the video's files
 * @returns the names of the written files
 */
export async function writeParts(
  { captions, poster }: VideoParts,
  folder: string,
  stem: string,
): Promise<string[]> {
  const written: string[] = [];
  for (const { language, text } of captions) {
    const name = `${stem}.${language.toLowerCase()}.vtt`;
    await replaceFile(join(folder, name), text);
    written.push(name);
  }
  if (poster !== null) {
    const name = `${stem}${poster.extension}`;
    await replaceFile(join(folder, name), poster.bytes);
    written.push(name);
    for (const other of await postersOf(folder, stem))
      if (other !== name) await rm(join(folder, other), { force: true });
  }
  return written;
}

async function postersOf(folder: string, stem: string): Promise<string[]> {
  const names = posterExtensions.flatMap((extension) => [
    `${stem}${extension}`.toLowerCase(),
    `${stem}.2x${extension}`.toLowerCase(),
  ]);
  return (await readdir(folder)).filter(
    (name) => name.startsWith(stem) && names.includes(name.toLowerCase()),
  );
}

/**
 * Readers see the old file or the new one. The library ignores names that start with a dot.
 * @param file if it is a link, its target is replaced; permissions stay
 */
export async function replaceFile(file: string, content: string | Uint8Array): Promise<void> {
  const target = await realpath(file).catch(() => file);
  const before = await stat(target).catch(() => null);
  const { dir, base } = parse(target);
  const part = join(dir, `.${base}.${process.pid}.part`);
  try {
    await writeFile(part, content, { flag: 'wx' });
    if (before !== null) await chmod(part, before.mode & 0o777);
    await rename(part, target);
  } finally {
    await rm(part, { force: true });
  }
}
