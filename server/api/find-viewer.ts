import type { HonoRequest } from 'hono';
import type { PlayerResponse } from '../../shared/player/player-response.ts';
import type { Viewer } from '../../shared/player/video-extras.ts';
import { channelSchema, readExtra } from '../../shared/player/video-extras-schemas.ts';
import { visitorIdSchema } from '../../shared/telemetry/log-batch.ts';
import { fits } from '../../shared/tools/schema.ts';
import type { RequestContext } from '../../shared/wire/request-context.ts';
import type { ViewerStore } from '../store/viewer-store.ts';
import { readConsistencyTokens } from './consistency-token.ts';

export interface FindViewerOptions {
  /** Changes that the viewer's browser knows of. */
  jars: RequestContext['request']['consistencyTokenJars'];
  /** Unix milliseconds. */
  nowMs: number;
}

/**
 * The viewer's relation to a video and its channel: `viewer` in the reply.
 * @returns `null` if the viewer is not signed in or has no id, and while another program locks the
 * store
 */
export async function findViewer(
  request: Pick<HonoRequest, 'header'>,
  { videoDetails }: PlayerResponse,
  viewers: ViewerStore,
  { jars, nowMs }: FindViewerOptions,
): Promise<Viewer | null> {
  const viewer = request.header('X-Visitor-Id');
  const isSignedIn = request.header('X-Bootstrap-Logged-In') === 'true';
  if (!isSignedIn || !fits(visitorIdSchema, viewer)) return null;
  const channelId = readExtra(channelSchema, videoDetails.channel)?.id ?? null;
  const version = readConsistencyTokens(jars, viewer, nowMs);
  const known = await viewers.relationTo({
    viewer,
    version,
    channelId,
    videoId: videoDetails.videoId,
    nowMs,
  });
  return known.ok ? { isSignedIn, ...known.value } : null;
}
