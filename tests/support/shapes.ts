import type * as z from 'zod';
import { drmListSchema } from '../../shared/drm.ts';
import {
  budgetLimitSchema,
  budgetSchema,
  hostMessageSchema,
  playerJsMessageSchema,
} from '../../shared/host-messages.ts';
import { closedReplySchema, logReplySchema, storedReplySchema } from '../../shared/log-batch.ts';
import { pageConfigSchema } from '../../shared/page-config-schema.ts';
import type { Shape } from '../../shared/shape.ts';
import { budgetShape } from '../../shared/shapes/budget.ts';
import { budgetLimitShape } from '../../shared/shapes/budget-limit.ts';
import { channelShape } from '../../shared/shapes/channel.ts';
import { closedReplyShape } from '../../shared/shapes/closed-reply.ts';
import { commandShape } from '../../shared/shapes/command.ts';
import { drmListShape } from '../../shared/shapes/drm-list.ts';
import { hostMessageShape } from '../../shared/shapes/host-message.ts';
import { logReplyShape } from '../../shared/shapes/log-reply.ts';
import { pageConfigShape } from '../../shared/shapes/page-config.ts';
import { playerJsMessageShape } from '../../shared/shapes/player-js-message.ts';
import { relatedShape } from '../../shared/shapes/related.ts';
import { storedReplyShape } from '../../shared/shapes/stored-reply.ts';
import { viewerShape } from '../../shared/shapes/viewer.ts';
import {
  channelSchema,
  commandSchema,
  relatedSchema,
  viewerSchema,
} from '../../shared/video-extras-schemas.ts';
import { arrivalRowShape } from '../../worker/queue/shapes/arrival-row.ts';
import { requestRowShape } from '../../worker/queue/shapes/request-row.ts';
import { arrivalRowSchema, requestRowSchema } from '../../worker/queue/stored-row-schemas.ts';
import { requestTo } from '../../worker/queue/stored-rows.ts';
import { english, makeVideo } from '../unit/player/make-video.ts';

const sid = 'sid-0123456789abcdef';
const events = [{ seq: 1, tier: 100, endpoint: 'log_event', json: '{}' }];
const client = { clientName: 'OFFSTAGE', clientVersion: '1', hl: 'en', visitorId: 'v', experimentIds: [1] };
const context = { client };
const chapter = { startSeconds: 1, title: 'Dusk' };
const source = { packaging: 'hls', url: '/a.m3u8', mimeType: 'application/x-mpegURL', drm: [{}] };

interface NamedShape {
  name: string;
  shape: Shape;
  schema: z.core.$ZodType;
  /** A value that fits. */
  valid: unknown;
}

/** Each shape with the schema that it comes from. */
export const shapes: readonly NamedShape[] = [
  {
    name: 'page-config',
    shape: pageConfigShape,
    schema: pageConfigSchema,
    valid: {
      args: { video_id: 'offstage001', autoplay: 1, fflags: true },
      api: { isLoggedIn: true },
      attrs: { width: '100%', height: 360, id: 'player' },
      loaded: false,
      brand: 'Offstage',
      consent: 'pending',
      playerResponse: makeVideo(
        {},
        { captionTracks: [english], chapters: [chapter], sources: [source as never] },
      ),
      playlist: { playlistId: 'PL', title: '', videoIds: ['offstage001'] },
    },
  },
  { name: 'budget', shape: budgetShape, schema: budgetSchema, valid: { blockingMs: 100 } },
  { name: 'budget-limit', shape: budgetLimitShape, schema: budgetLimitSchema, valid: 5 },
  {
    name: 'host-message',
    shape: hostMessageShape,
    schema: hostMessageSchema,
    valid: { event: 'command', func: 'playVideo', args: [], id: 1 },
  },
  {
    name: 'player-js-message',
    shape: playerJsMessageShape,
    schema: playerJsMessageSchema,
    valid: { method: 'play', value: 1, listener: 'a' },
  },
  {
    name: 'drm-list',
    shape: drmListShape,
    schema: drmListSchema,
    valid: [{ keySystem: 'com.widevine.alpha', licenseUrl: '/licence', headers: { 'X-Token': 't' } }],
  },
  {
    name: 'channel',
    shape: channelShape,
    schema: channelSchema,
    valid: { id: 'UC1', name: 'Lights', url: '/channel', avatarUrl: 'https://a.example/b.png' },
  },
  {
    name: 'viewer',
    shape: viewerShape,
    schema: viewerSchema,
    valid: { isSignedIn: true, isSubscribed: false, bell: true, isInWatchLater: false },
  },
  {
    name: 'command',
    shape: commandShape,
    schema: commandSchema,
    valid: { fields: { params: 'p' }, apiUrl: '/youtubei/v1/feedback', clickTrackingParams: 'c' },
  },
  {
    name: 'related',
    shape: relatedShape,
    schema: relatedSchema,
    valid: [
      { videoId: 'offstage001', title: '', author: '', lengthSeconds: 0, posterUrl: null, notInterested: {} },
    ],
  },
  {
    name: 'log-reply',
    shape: logReplyShape,
    schema: logReplySchema,
    valid: { accepted: 1, duplicates: 0, rejected: 1, rejections: [{ index: 0 }] },
  },
  {
    name: 'stored-reply',
    shape: storedReplyShape,
    schema: storedReplySchema,
    valid: { stored: [[1, 5]], isCut: false },
  },
  {
    name: 'closed-reply',
    shape: closedReplyShape,
    schema: closedReplySchema,
    valid: { error: { code: 'ORIGIN_NOT_ALLOWED', message: '' } },
  },
  {
    name: 'arrival-row',
    shape: arrivalRowShape,
    schema: arrivalRowSchema,
    valid: { sid, lastSeq: 1, context, storedMs: 1, events },
  },
  {
    name: 'request-row',
    shape: requestRowShape,
    schema: requestRowSchema,
    valid: {
      sid,
      owner: sid,
      ...requestTo('log_event'),
      context,
      events,
      clientEventId: 'e',
      timestamp: 1,
      isDoubtful: true,
      id: 1,
      status: 'NEW',
      statusSinceMs: 1,
      sendCount: 0,
      rejectionCount: 0,
    },
  },
];
