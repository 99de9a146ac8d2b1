import type { Context } from 'hono';
import { errorReply } from '../../http/error-reply.ts';
import type { ServerEnv } from '../../http/server-env.ts';
import { fileStamp } from '../file-stamp.ts';
import type { HeldRequests } from '../live/held-requests.ts';
import { holdWhile } from '../live/hold-while.ts';
import type { ReloadDirectives } from '../live/live-parts.ts';
import { liveStreamLimits } from '../live/live-stream-limits.ts';
import { readReloadDirectives } from '../live/reload-directives.ts';
import { readTextFile } from '../read-text-file.ts';
import { readingLimits } from '../reading-limits.ts';
import { hasMedia, type NewestMedia, newestMedia } from './newest-media.ts';
import { onceChanged } from './once-changed.ts';

interface Reload {
  /** The playlist, and its present text. */
  file: string;
  text: string;
  held: HeldRequests;
}

/**
 * Holds a request for a growing playlist until it has the requested segment or part (RFC 8216bis
 * 6.2.5.2), if the playlist promises that. If the sender is paused, it answers with the unchanged
 * playlist, from which the player learns that; an error would look like a failing server.
 * @returns whether it has waited, or a refusal
 */
export async function holdReload(
  context: Context<ServerEnv>,
  { file, text, held }: Reload,
): Promise<boolean | Response> {
  const newest = newestMedia(text);
  if (newest === null) return false;
  const directives = readReloadDirectives(context.req.query());
  if (!directives.ok)
    return errorReply(context, 400, directives.error.code, directives.error.message);
  const wanted = directives.value;
  if (wanted === null || hasMedia(newest, wanted)) return false;
  if (wanted.sequence > newest.sequence + liveStreamLimits.aheadSegmentsCount)
    return errorReply(
      context,
      400,
      'TOO_FAR_AHEAD',
      'The requested segment is too far in the future.',
    );
  const outcome = await holdWhile(context, held, (signal) =>
    untilMedia(file, newest, wanted, signal),
  );
  return outcome instanceof Response ? outcome : true;
}

/** Ends too when the playlist cannot be read or has its end, and when the sender is late. */
async function untilMedia(
  file: string,
  { targetSeconds }: NewestMedia,
  wanted: ReloadDirectives,
  gone: AbortSignal,
): Promise<void> {
  const { lateTargetsCount, targetMaxSec } = liveStreamLimits;
  const targetMs = Math.min(targetSeconds, targetMaxSec) * 1_000;
  const late = AbortSignal.timeout(targetMs * lateTargetsCount);
  const signal = AbortSignal.any([gone, late]);
  while (!signal.aborted) {
    const stamp = await fileStamp(file);
    const text = await readTextFile(file, readingLimits.manifestInMemoryBytes).catch(() => '');
    const newest = newestMedia(text);
    if (newest === null || hasMedia(newest, wanted)) return;
    await onceChanged(file, stamp, signal);
  }
}
