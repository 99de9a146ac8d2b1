import type { ReloadDirectives } from '../live/live-parts.ts';

/** The end of a media playlist that another program writes. */
export interface NewestMedia {
  /** Number of the last complete segment. */
  sequence: number;
  /** Parts of the next segment. */
  partCount: number;
  targetSeconds: number;
}

/**
 * @returns `null` unless the playlist is growing and promises to hold requests (RFC 8216bis
 *   4.4.3.8)
 */
export function newestMedia(text: string): NewestMedia | null {
  const promise = /^#EXT-X-SERVER-CONTROL:.*\bCAN-BLOCK-RELOAD=YES\b/m;
  if (!promise.test(text) || /^#EXT-X-ENDLIST\s*$/m.test(text)) return null;
  const numberOf = (tag: string) =>
    Number(new RegExp(`^#${tag}:(\\d{1,12})`, 'm').exec(text)?.[1] ?? 0);
  let segmentCount = 0;
  let partCount = 0;
  for (const line of text.split('\n')) {
    if (line.startsWith('#EXT-X-PART:')) partCount += 1;
    if (!/^[^#\s]/.test(line)) continue;
    segmentCount += 1;
    partCount = 0;
  }
  return {
    sequence: numberOf('EXT-X-MEDIA-SEQUENCE') + segmentCount - 1,
    partCount,
    targetSeconds: numberOf('EXT-X-TARGETDURATION'),
  };
}

/** Whether the playlist has what the client waits for (RFC 8216bis 6.2.5.2). */
export function hasMedia(newest: NewestMedia, { sequence, part }: ReloadDirectives): boolean {
  if (sequence <= newest.sequence) return true;
  return part !== null && sequence === newest.sequence + 1 && part < newest.partCount;
}
