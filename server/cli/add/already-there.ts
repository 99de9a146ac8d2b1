import type { Result } from '../../../shared/tools/result.ts';
import { err } from '../../../shared/tools/result.ts';
import { printedCommand, printedOption } from '../printed-command.js';
import type { AddedEntry } from './read-known-videos.ts';
import type { VideoToAdd } from './video-to-add.ts';

/**
 * Compares a call with the video that the library has of the same file.
 * @returns `ALREADY_THERE` if there is nothing to do; `DIFFERENT` with the differences that are or
 *   may be there, and the command that applies the call's values
 */
export function alreadyThere(
  { title, videoId, isPrivate, parts, printed = noOptions }: VideoToAdd,
  same: AddedEntry,
): Result<never, 'ALREADY_THERE' | 'DIFFERENT'> {
  const there = `it is already in the library as ${same.videoId} (${same.title})`;
  const [differences, options]: [string[], string[]] = [[], []];
  if (isPrivate && !same.isPrivate) {
    differences.push('public');
    options.push('--private');
  }
  if (title !== null && title !== same.title) {
    differences.push('with another title');
    options.push(printedOption('title', title));
  }
  const given = [
    ...(parts === undefined || parts.captions.length === 0 ? [] : ['captions']),
    ...(parts?.poster ? ['poster'] : []),
    ...(parts?.chapters ? ['chapters'] : []),
  ];
  if (given.length > 0) options.push(...printed.parts);
  if (videoId !== null && videoId !== same.videoId)
    return err(
      'DIFFERENT',
      `${there}, not as ${videoId}; nothing was changed. An id stays; to change it, add the file again after this command: ${printedCommand('remove', same.videoId, printed.media)}`,
    );
  if (options.length === 0) return err('ALREADY_THERE', there);
  const difference = differences.length === 0 ? '' : `, but ${differences.join(' and ')}`;
  // The library keeps its own forms of them, so there is nothing to compare with.
  const unknown = given.length === 0 ? '' : ` Its ${given.join(', ')} may be other than yours.`;
  return err(
    'DIFFERENT',
    `${there}${difference}; nothing was changed.${unknown} To change it, run ${printedCommand('edit', same.videoId, [...options, ...printed.media])}`,
  );
}

const noOptions = { media: [], parts: [] };
