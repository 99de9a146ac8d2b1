import type { RepresentationInfo } from 'mpd-parser';
import { inheritAttributes, stringToMpdXml, toPlaylists } from 'mpd-parser';
import type { Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';
import { foreignOrigins, manifestUrl, resolveReference } from '../media-path.js';
import { readingLimits } from '../reading-limits.ts';
import { countDashSegments } from './count-dash-segments.ts';
import type { MediaFacts } from './media-facts.ts';
import { largestPicture } from './media-facts.ts';
import { type ReadStamps, readManifest } from './read-manifest.ts';

/**
 * Reads an MPD. For a dynamic (live) MPD it skips the segments: they change over time, and there
 * may be any number.
 * @param mediaPath media path of the MPD
 * @param stamps gets the stamp of the MPD
 */
export async function probeDash(
  mediaDir: string,
  mediaPath: string,
  stamps?: ReadStamps,
): Promise<Result<MediaFacts, 'UNREADABLE'>> {
  try {
    const xml = await readManifest(mediaDir, mediaPath, stamps);
    const { representationInfo } = inheritAttributes(stringToMpdXml(xml), {
      manifestUri: manifestUrl(mediaPath),
      eventHandler: () => {},
    });
    const [first] = representationInfo;
    if (first === undefined) return err('UNREADABLE', 'the MPD has no representation');
    const isLive = first.attributes.type === 'dynamic';
    const count = isLive ? 0 : Math.max(...representationInfo.map(countDashSegments));
    if (count > readingLimits.dashSegmentsCount)
      return err(
        'UNREADABLE',
        `a representation has ${count} segments, more than ${readingLimits.dashSegmentsCount}`,
      );
    const { sourceDuration } = first.attributes;
    const urls = isLive ? [] : urlsOf(representationInfo);
    return ok({
      mimeType: 'application/dash+xml',
      durationSeconds: !isLive && Number.isFinite(sourceDuration) ? sourceDuration : 0,
      ...largestPicture(
        representationInfo.map(({ attributes: { width = 0, height = 0 } }) => ({ width, height })),
      ),
      isLive,
      references: urls
        .map((url) => resolveReference(url, mediaPath))
        .filter((path) => path !== null),
      foreignOrigins: foreignOrigins([
        ...urls,
        ...representationInfo.map(({ attributes }) => attributes.baseUrl),
      ]),
      defect: null,
    });
  } catch (error) {
    return err(
      'UNREADABLE',
      `the MPD cannot be parsed: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function urlsOf(representations: readonly RepresentationInfo[]): string[] {
  const urls = new Set<string>();
  for (const representation of representations) {
    // One at a time, so that only one representation's segments are in memory.
    for (const { segments, sidx } of toPlaylists([representation])) {
      for (const { resolvedUri, map } of segments ?? []) {
        if (map !== undefined) urls.add(map.resolvedUri);
        urls.add(resolvedUri);
      }
      if (sidx !== undefined) urls.add(sidx.resolvedUri);
      // Without segments, the representation is the file of its BaseURL.
      if (segments === undefined) urls.add(representation.attributes.baseUrl);
    }
  }
  return [...urls];
}
