import { statSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';

/** One file, fetched part by part. */
const soundBytes = statSync(new URL('../../media/offstage001/audio.cmfa', import.meta.url)).size;

/**
 * The audio of the second half of `offstage001`: without it playback stops, however much video is
 * there.
 */
export function isOfSecondHalf({ url = '', headers: { range = '' } }: IncomingMessage): boolean {
  return url.endsWith('.cmfa') && Number(/^bytes=(\d+)/.exec(range)?.[1] ?? 0) > soundBytes / 2;
}
