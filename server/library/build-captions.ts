import * as z from 'zod';
import type { CaptionTrackInfo } from '../../shared/player/player-response.ts';
import { playerResponseSchema } from '../../shared/player/player-response.ts';
import { firstIssue } from '../../shared/tools/issue.ts';
import type { VideoFiles } from './group-files.js';
import { languageLabel } from './language-label.ts';
import { mediaUrl } from './media-path.js';

/**
 * Converts caption files to the tracks of a player response.
 * @returns the tracks, and a sentence for each omitted file, for which a player would reject the
 *   whole response
 */
export function buildCaptions(captions: VideoFiles['captions']): {
  tracks: CaptionTrackInfo[];
  warnings: string[];
} {
  const tracks: CaptionTrackInfo[] = [];
  const warnings: string[] = [];
  for (const { languageCode, path } of captions) {
    const track = { languageCode, label: languageLabel(languageCode), url: mediaUrl(path) };
    const checked = z.safeParse(playerResponseSchema.shape.captionTracks, [track]);
    if (checked.success) tracks.push(track);
    else warnings.push(`${path}: left out, ${firstIssue(checked.error.issues)}.`);
  }
  return { tracks, warnings };
}
