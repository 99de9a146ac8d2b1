import { isVideoId } from '../../shared/player/video-id.ts';
import type { Call } from './parse-command.js';

/** @returns why `--id` cannot be used for a new video, with the fix */
export function wrongId(values: Call['values']): string | null {
  const id = values.get('id');
  return id !== undefined && !isVideoId(id)
    ? `--id "${id}" is not a video id: use 11 characters of A-Z a-z 0-9 _ -, or leave it out to get a generated id.`
    : null;
}
