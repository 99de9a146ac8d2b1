import { join } from 'node:path';
import type { MediaSourceInfo } from '../../../shared/player/player-response.ts';
import type { Result } from '../../../shared/tools/result.ts';
import { err } from '../../../shared/tools/result.ts';
import { packagingOf } from '../media-file-types.js';
import type { MediaFacts } from './media-facts.ts';
import { probeDash } from './probe-dash.ts';
import { probeHls } from './probe-hls.ts';
import { probeProgressive } from './probe-progressive.ts';
import type { ReadStamps } from './read-manifest.ts';

const probes: Record<
  MediaSourceInfo['packaging'],
  (
    mediaDir: string,
    mediaPath: string,
    stamps: ReadStamps,
  ) => Promise<Result<MediaFacts, 'UNREADABLE'>>
> = {
  hls: probeHls,
  dash: probeDash,
  progressive: (mediaDir, mediaPath) => probeProgressive(join(mediaDir, mediaPath)),
};

/**
 * Reads the facts of a file. A bad file is an error result, never an exception that affects others.
 * Only for a probe thread, because a damaged file can take forever.
 * @param stamps gets the stamps of the playlists and MPDs that were read
 */
export async function probeMedia(
  mediaDir: string,
  mediaPath: string,
  stamps: ReadStamps = new Map(),
): Promise<Result<MediaFacts, 'UNREADABLE'>> {
  const packaging = packagingOf(mediaPath);
  if (packaging === null) return err('UNREADABLE', 'the file is not a video');
  try {
    return await probes[packaging](mediaDir, mediaPath, stamps);
  } catch (error) {
    return err('UNREADABLE', error instanceof Error ? error.message : String(error));
  }
}
