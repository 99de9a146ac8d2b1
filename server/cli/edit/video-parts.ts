import { readFile, stat } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import type { Chapter } from '../../../shared/player/player-response.ts';
import type { Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';
import { codeOf } from '../../start/code-of.js';
import type { Call } from '../parse-command.js';
import { listSeparator } from '../parse-command.js';
import { editLimits } from './edit-limits.ts';
import { parseChapters } from './parse-chapters.ts';

/** Parts of a video that the user gives as files. */
export interface VideoParts {
  captions: readonly { language: string; text: string }[];
  poster: { extension: string; bytes: Uint8Array } | null;
  /** `null` leaves the video's own. */
  chapters: readonly Chapter[] | null;
}

export const noParts: VideoParts = { captions: [], poster: null, chapters: null };

/**
 * Reads the files of `--captions`, `--poster` and `--chapters` before any work.
 * @param cwd absolute path to which the files belong
 * @returns `BAD_PART` with option, cause and fix
 */
export async function readParts(
  { values }: Pick<Call, 'values'>,
  cwd: string,
): Promise<Result<VideoParts, 'BAD_PART'>> {
  const captions: { language: string; text: string }[] = [];
  for (const given of values.get('captions')?.split(listSeparator) ?? []) {
    const read = await readCaptions(given, cwd);
    if (!read.ok) return read;
    if (captions.some(({ language }) => language === read.value.language))
      return err('BAD_PART', `--captions names ${read.value.language} twice; name it once.`);
    captions.push(read.value);
  }
  const poster = values.has('poster')
    ? await readPoster(values.get('poster') ?? '', cwd)
    : ok(null);
  if (!poster.ok) return poster;
  const chapters = values.has('chapters')
    ? await readChapters(values.get('chapters') ?? '', cwd)
    : ok(null);
  if (!chapters.ok) return chapters;
  return ok({ captions, poster: poster.value, chapters: chapters.value });
}

async function readCaptions(
  given: string,
  cwd: string,
): Promise<Result<{ language: string; text: string }, 'BAD_PART'>> {
  const [, tag = '', name = ''] = /^([A-Za-z0-9-]+)=(.+)$/.exec(given) ?? [];
  const language = canonical(tag);
  if (language === null)
    return err(
      'BAD_PART',
      `--captions "${given}" lacks its language's tag (en, fr, pt-BR); use for example en=${given.slice(given.indexOf('=') + 1)}.`,
    );
  const bytes = await readLimited('captions', resolve(cwd, name), editLimits.textMaxBytes);
  if (!bytes.ok) return bytes;
  const text = Buffer.from(bytes.value)
    .toString('utf8')
    .replace(/^\ufeff/, '');
  if (/^WEBVTT(\s|$)/.test(text)) return ok({ language, text });
  if (extname(name).toLowerCase() === '.srt') return ok({ language, text: fromSrt(text) });
  return err('BAD_PART', `--captions: ${name} is neither WebVTT nor SRT; convert it first.`);
}

/** SubRip differs in its first line and in the comma of its times. */
function fromSrt(text: string): string {
  const time = /(\d{2}:\d{2}:\d{2}),(\d{3})/g;
  const lines = text.split(/\r?\n/);
  return `WEBVTT\n\n${lines.map((line) => (line.includes('-->') ? line.replaceAll(time, '$1.$2') : line)).join('\n')}`;
}

async function readPoster(
  name: string,
  cwd: string,
): Promise<Result<{ extension: string; bytes: Uint8Array }, 'BAD_PART'>> {
  const bytes = await readLimited('poster', resolve(cwd, name), editLimits.posterMaxBytes);
  if (!bytes.ok) return bytes;
  const extension = pictureExtension(bytes.value);
  return extension === null
    ? err('BAD_PART', `--poster: ${name} is no JPEG, PNG or WebP; convert it first.`)
    : ok({ extension, bytes: bytes.value });
}

/** The library knows pictures by their extension, and browsers by their first bytes. */
function pictureExtension(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (start.startsWith('\xff\xd8\xff')) return '.jpg';
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return '.png';
  return /^RIFF.{4}WEBP$/s.test(start) ? '.webp' : null;
}

async function readChapters(
  name: string,
  cwd: string,
): Promise<Result<readonly Chapter[], 'BAD_PART'>> {
  const bytes = await readLimited('chapters', resolve(cwd, name), editLimits.textMaxBytes);
  if (!bytes.ok) return bytes;
  const parsed = parseChapters(Buffer.from(bytes.value).toString('utf8'));
  return parsed.ok ? parsed : err('BAD_PART', `--chapters: ${name}: ${parsed.error.message}.`);
}

async function readLimited(
  option: string,
  file: string,
  maxBytes: number,
): Promise<Result<Uint8Array, 'BAD_PART'>> {
  try {
    const stats = await stat(file);
    if (!stats.isFile()) return err('BAD_PART', `--${option}: ${file} is no file.`);
    if (stats.size > maxBytes)
      return err(
        'BAD_PART',
        `--${option}: ${file} is larger than ${maxBytes / 1_000_000} MB; use a smaller one.`,
      );
    return ok(await readFile(file));
  } catch (error) {
    return err(
      'BAD_PART',
      `--${option}: ${file} cannot be read (${codeOf(error)}); check its name and permissions.`,
    );
  }
}

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** @returns the tag in its usual spelling; `null` unless it names a language, as `pt-BR` does */
function canonical(tag: string): string | null {
  try {
    // `french` has the form of a tag, but is none.
    const locale = new Intl.Locale(tag);
    return languageNames.of(locale.language) === undefined ? null : locale.toString();
  } catch {
    return null;
  }
}
