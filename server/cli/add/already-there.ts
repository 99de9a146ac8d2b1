import type { Result } from '../../../shared/tools/result.ts';
import { err } from '../../../shared/tools/result.ts';
import { printedCommand, printedOption } from '../printed-command.ts';
import type { AddedEntry } from './read-known-videos.ts';
import type { VideoToAdd } from './video-to-add.ts';

/**
 * Compares a call with the video that the library has of the same file.
 * @returns `ALREADY_THERE` if there is nothing to do; `DIFFERENT` with the differences, and the
 *   command that applies them
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
  if (given.length > 0) {
    differences.push(`without the given ${given.join(', ')}`);
    options.push(...printed.parts);
  }
  if (videoId !== null && videoId !== same.videoId)
    return err(
      'DIFFERENT',
      `${there}, not as ${videoId}; nothing was changed. An id stays; to change it, add the file again after this command: ${printedCommand('remove', same.videoId, printed.media)}`,
    );
  if (differences.length === 0) return err('ALREADY_THERE', there);
  return err(
    'DIFFERENT',
    `${there}, but ${differences.join(' and ')}; nothing was changed. To change it, run ${printedCommand('edit', same.videoId, [...options, ...printed.media])}`,
  );
}

const noOptions = { media: [], parts: [] };
