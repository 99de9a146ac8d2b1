import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ParsedMpd, ParsedRepresentation } from 'mpd-parser';
import { parse } from 'mpd-parser';
import type { Result } from '../../shared/result.ts';
import { err, ok } from '../../shared/result.ts';
import type { MediaFacts } from './media-facts.ts';
import { largestPicture } from './media-facts.ts';
import { manifestUrl, resolveReference } from './media-path.ts';

/**
 * Reads an MPD.
 * @param mediaPath of the MPD
 */
export async function probeDash(
  mediaDir: string,
  mediaPath: string,
): Promise<Result<MediaFacts, 'UNREADABLE'>> {
  let mpd: ParsedMpd;
  try {
    const xml = await readFile(join(mediaDir, mediaPath), 'utf8');
    mpd = parse(xml, { manifestUri: manifestUrl(mediaPath), eventHandler: () => {} });
  } catch (error) {
    return err(
      'UNREADABLE',
      `no MPD that can be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  const representations = [...mpd.playlists, ...alternativesOf(mpd)];
  if (representations.length === 0) return err('UNREADABLE', 'the MPD names no representation');
  const urls = new Set(representations.flatMap(urlsOf));
  return ok({
    mimeType: 'application/dash+xml',
    durationSeconds: Number.isFinite(mpd.duration) ? (mpd.duration ?? 0) : 0,
    ...largestPicture(mpd.playlists.map(({ attributes }) => attributes.RESOLUTION)),
    references: [...urls].map((url) => resolveReference(url, mediaPath)).filter((path) => path !== null),
    defect: null,
  });
}

function alternativesOf(mpd: ParsedMpd): ParsedRepresentation[] {
  return Object.values(mpd.mediaGroups)
    .flatMap((groups) => Object.values(groups))
    .flatMap((members) => Object.values(members))
    .flatMap(({ playlists }) => playlists ?? []);
}

function urlsOf({ segments, sidx }: ParsedRepresentation): string[] {
  const ofSegments = segments.flatMap(({ resolvedUri, map }) =>
    map === undefined ? [resolvedUri] : [map.resolvedUri, resolvedUri],
  );
  return sidx === undefined ? ofSegments : [...ofSegments, sidx.resolvedUri];
}
