import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Result } from '../../shared/result.ts';
import type { MediaFacts } from './media-facts.ts';
import { packagingOf, probeMedia } from './probe-media.ts';

/** Reads what a media file says about itself. */
export type ProbeMedia = (mediaDir: string, mediaPath: string) => Promise<Result<MediaFacts, 'UNREADABLE'>>;

/**
 * Reads no film again that has not changed, so that reading a library again costs little. Playlists are always read: what they say hangs on other files.
 */
export function createFactsMemory(probe: ProbeMedia = probeMedia): ProbeMedia {
  const known = new Map<string, { stamp: string; facts: Result<MediaFacts, 'UNREADABLE'> }>();
  return async (mediaDir, mediaPath) => {
    if (packagingOf(mediaPath) !== 'progressive') return probe(mediaDir, mediaPath);
    const stats = await stat(join(mediaDir, mediaPath), { bigint: true }).catch(() => null);
    const stamp = stats === null ? null : `${stats.ino}/${stats.size}/${stats.mtimeNs}`;
    const entry = known.get(mediaPath);
    if (entry !== undefined && entry.stamp === stamp) return entry.facts;
    const facts = await probe(mediaDir, mediaPath);
    if (facts.ok && stamp !== null) known.set(mediaPath, { stamp, facts });
    else known.delete(mediaPath);
    return facts;
  };
}
