import type { Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';
import type { FoundVideo } from '../../library/find-video.js';
import type { VideoParts } from './video-parts.ts';

/** Keys of the JSON file that a video may lack. */
const keys = ['chapters', 'author', 'description'] as const;
export type RemovableKey = (typeof keys)[number];

/** Parts to remove from a video. */
export interface Removals {
  keys: readonly RemovableKey[];
  hasPoster: boolean;
  /** Languages in lower case. */
  captions: readonly string[];
}

/**
 * Reads the value of `--remove`.
 * @param text parts with commas between them; `undefined` without the option
 * @param given values of the call, whose parts cannot be removed too
 * @param parts captions of the call
 * @returns `BAD_REMOVAL` with a sentence
 */
export function parseRemovals(
  text: string | undefined,
  given: ReadonlyMap<string, string>,
  { captions }: Pick<VideoParts, 'captions'>,
): Result<Removals, 'BAD_REMOVAL'> {
  const names = new Set(text?.split(',').map((name) => name.trim()));
  const languages: string[] = [];
  for (const name of names) {
    const language = /^captions=([\w-]+)$/.exec(name)?.[1]?.toLowerCase();
    if (language !== undefined) languages.push(language);
    else if (name !== 'poster' && !keys.some((key) => key === name))
      return err(
        'BAD_REMOVAL',
        `--remove "${name}" is no part of a video; use captions=LANGUAGE, poster, ${keys.join(', ')}.`,
      );
    const isGiven =
      language === undefined
        ? given.has(name)
        : captions.some((track) => track.language.toLowerCase() === language);
    if (isGiven)
      return err(
        'BAD_REMOVAL',
        `--remove ${name} and the new ${name} exclude each other; give one of them.`,
      );
  }
  return ok({
    keys: keys.filter((key) => names.has(key)),
    hasPoster: names.has('poster'),
    captions: languages,
  });
}

/**
 * @param json content of the video's JSON file
 * @returns media paths of the files to remove; `NOT_THERE` with a sentence, if the video lacks a
 *   part
 */
export function filesToRemove(
  removals: Removals,
  videoId: string,
  { captions, posters }: Pick<FoundVideo, 'captions' | 'posters'>,
  json: Readonly<Record<string, unknown>>,
): Result<string[], 'NOT_THERE'> {
  const files: string[] = [];
  const lacking = removals.keys.find((key) => !(key in json));
  if (lacking !== undefined)
    return err('NOT_THERE', `${videoId} has no ${lacking} in its JSON file.`);
  if (removals.hasPoster) {
    if (posters.length === 0) return err('NOT_THERE', `${videoId} has no poster.`);
    files.push(...posters);
  }
  for (const language of removals.captions) {
    const tracks = captions.filter((track) => track.languageCode.toLowerCase() === language);
    if (tracks.length === 0) {
      const others = captions.map((track) => track.languageCode).join(', ');
      return err(
        'NOT_THERE',
        `${videoId} has no file with captions in "${language}"; it has ${others || 'none'}.`,
      );
    }
    files.push(...tracks.map(({ path }) => path));
  }
  return ok(files);
}

/** @returns the parts as `--remove` names them */
export function namesOf({ keys: removed, hasPoster, captions }: Removals): string[] {
  return [
    ...captions.map((language) => `captions=${language}`),
    ...(hasPoster ? ['poster'] : []),
    ...removed,
  ];
}
