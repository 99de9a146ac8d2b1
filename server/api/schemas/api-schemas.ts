import * as z from 'zod';
import { pageConfigLimits } from '../../../shared/limits/page-config-limits.ts';
import { playlistAnswerSchema } from '../../../shared/player/playlist-entries.ts';
import { type ApiCommand, apiCalls } from '../../../shared/wire/api-calls.ts';
import { apiCallSchemas } from '../../../shared/wire/api-schemas.ts';
import { requestContextSchema } from '../../../shared/wire/request-context.ts';
import { visitorIdReplySchema } from '../../../shared/wire/visitor-id.ts';
import { playerRequestSchema } from '../player-request.ts';
import { responseContextSchema, videoReplySchema } from '../reply-schemas.ts';
import { commandFields } from './command-fields.ts';
import { clientFields } from './intake-schemas.ts';
import type { PublishedSchema } from './published-schema.ts';
import { within } from './within.ts';

const guard =
  "The reply begins with the guard `)]}'` and a line feed; what follows is described here.";

const requestContextFields = {
  client: clientFields['context.client'],
  ...Object.fromEntries(
    Object.entries(clientFields).map(([path, note]) => [path.replace('context.', ''), note]),
  ),
  'client.location': 'Position of the viewer. Only sent when a video requires it.',
  user: 'The viewer’s data from the page config.',
  'user.enableSafetyMode': '`api.enableSafetyMode` of the page config.',
  'user.lockedSafetyMode': '`api.lockedSafetyMode` of the page config.',
  request: 'Values from earlier replies, and experiment flags.',
  'request.consistencyTokenJars': 'From earlier replies, until they expire.',
  'request.locationPlayabilityToken': 'From an earlier reply.',
  'request.globalConfigHashes': 'Hashes of the configurations that the client has.',
  'request.attestationResponseData': 'Result of the bot detection.',
  'request.attestationResponseData.webResponse': 'JSON text.',
  'request.embedPass': 'From the page config: the host page’s context, signed by the server.',
  'request.internalExperimentFlags': 'Experiment flags, the first 100.',
  adSignalsInfo: 'Signals for the provider’s ads.',
  clickTracking: 'The page element that caused the call.',
};

const logTiersNote = `Tiers of events by their names: up to ${pageConfigLimits.logTiersCount}.`;

const responseContextFields = {
  consistencyTokenJar:
    'Identifies the viewer’s change that later reads must include. The client sends it with the next calls.',
  'consistencyTokenJar.expirationSeconds': 'How long the client sends it.',
  locationPlayabilityToken:
    'The viewer’s position, accurate to about a kilometre. The client sends it with the next calls for 180 days.',
  globalConfig: 'Configurations of the provider; `hot` takes precedence over `cold`.',
  'globalConfig.cold.hashData': 'The client sends it with the next calls.',
  'globalConfig.cold.config':
    'Missing if the client has sent this hash. Players ignore unknown fields.',
  'globalConfig.cold.config.logTiers': logTiersNote,
  'globalConfig.hot.hashData': 'The client sends it with the next calls.',
  'globalConfig.hot.config':
    'Missing if the client has sent this hash. Players ignore unknown fields.',
  'globalConfig.hot.config.logTiers': logTiersNote,
};

/** Descriptions of a video's fields. */
export const videoFields = {
  playabilityStatus: 'Whether it may be played.',
  'playabilityStatus.errorCode': 'A name of the error catalogue; missing when playable.',
  'playabilityStatus.reason': 'A message for the viewer.',
  'playabilityStatus.needsLocation':
    'The video is restricted to some places, and the server does not know the viewer’s location.',
  videoDetails: 'Details of the video.',
  'videoDetails.videoId': '`___________` if the request had no id.',
  'videoDetails.lengthSeconds': '0 when live or unknown.',
  'videoDetails.holdBackSec':
    'Seconds that players stay behind the end of a live stream with low latency.',
  'videoDetails.width': 'Pixels of the largest picture; 0 when unknown.',
  'videoDetails.height': 'Pixels of the largest picture; 0 when unknown.',
  'videoDetails.watchUrl': 'URL of the operator’s own page for the video.',
  'videoDetails.channel': 'The channel of the video.',
  sources:
    'The media, preferred first. Empty when the video cannot be played. URLs are absolute, or relative to the embed’s origin.',
  'sources[].packaging': '`progressive` is a single MP4 or WebM file.',
  'sources[].drm': 'Licence servers of encrypted media.',
  captionTracks: 'Caption files.',
  'captionTracks[].languageCode': 'BCP 47.',
  'captionTracks[].label': 'The language’s own name.',
  chapters: 'Sorted by time.',
  posterUrl: 'A picture of it.',
  storyboardUrl: 'WebVTT whose cues refer to parts of a sprite.',
  viewer: 'The viewer’s relation to the video and the channel; only for signed-in viewers.',
  'viewer.bell': 'Whether the viewer is notified of new videos of the channel.',
  related: 'Other videos, most relevant first.',
  'related[].notInterested': 'Command that “not interested” sends.',
  commands: 'Commands that the viewer’s controls send, by control.',
  heartbeat: 'Interval at which a playing page checks whether it may continue.',
};

const inRequest = {
  context: 'The client, and values from earlier replies.',
  ...within('context', requestContextFields),
};
const inReply = {
  responseContext: 'Values that the client stores and sends back.',
  ...within('responseContext', responseContextFields),
};

/** Both sides of a command, as they go over the wire. */
function commandSchemas(command: ApiCommand): PublishedSchema[] {
  const { method, path } = apiCalls[command];
  const { fields, reply } = apiCallSchemas[command];
  const { title, ...notes } = commandFields[command];
  const name = command.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const address = path.startsWith('/') ? path : `/youtubei/v1/${path}`;
  const request: PublishedSchema = {
    name: `${name}-request`,
    title: `${title}: request`,
    describes: `Body of \`${method} ${address}\`. Unknown fields are refused.`,
    io: 'input',
    schema: z.strictObject({ context: requestContextSchema, ...fields.shape }),
    fields: { ...inRequest, ...notes.request },
  };
  return [
    ...(method === 'POST' ? [request] : []),
    {
      name: `${name}-reply`,
      title: `${title}: reply`,
      describes: `Reply of \`${method} ${address}\`. ${guard}`,
      io: 'output',
      schema: z.object({ responseContext: responseContextSchema, ...reply.shape }),
      fields: { ...inReply, ...notes.reply },
    },
  ];
}

export const apiSchemas: readonly PublishedSchema[] = [
  {
    name: 'request-context',
    title: 'Context of requests',
    describes: '`context` of every API call that has a body.',
    io: 'input',
    schema: requestContextSchema,
    fields: requestContextFields,
  },
  {
    name: 'response-context',
    title: 'Context of replies',
    describes:
      '`responseContext` of the API’s replies. Clients ignore invalid parts and use the rest.',
    io: 'output',
    schema: responseContextSchema,
    fields: responseContextFields,
  },
  {
    name: 'player-request',
    title: 'Video: request',
    describes:
      'Body of `POST /youtubei/v1/player`. If `context` is missing or invalid, the reply has no `responseContext`.',
    io: 'input',
    schema: z.object({ ...playerRequestSchema.shape, context: z.optional(requestContextSchema) }),
    fields: { videoId: 'Id of the video; an invalid id gets a reply that says so.', ...inRequest },
  },
  {
    name: 'player-reply',
    title: 'Video: reply',
    describes: `Reply of \`POST /youtubei/v1/player\`. ${guard} Players validate its parts one by one.`,
    io: 'output',
    schema: z.object({
      ...videoReplySchema.shape,
      responseContext: z.optional(responseContextSchema),
    }),
    fields: { ...videoFields, ...inReply },
  },
  {
    name: 'playlist-reply',
    title: 'Playlist: reply',
    describes: `Reply of \`GET /youtubei/v1/playlist/{listId}\`. ${guard}`,
    io: 'output',
    schema: playlistAnswerSchema,
    fields: {
      playlistId: 'Its id, or the author’s name.',
      title: 'Its title.',
      videoIds: 'Its videos, in order.',
      entries: 'With `?entries=1`: details of the videos. Private videos have none.',
      'entries[].lengthSeconds': '0 when live or unknown.',
    },
  },
  {
    name: 'visitor-id-reply',
    title: 'Visitor id: reply',
    describes: `Reply of \`GET /visitor_id\`. ${guard}`,
    io: 'output',
    schema: visitorIdReplySchema,
    fields: {
      visitorId: 'Random, or the value of `X-Visitor-Id`. Missing if the server issues none.',
    },
  },
  ...(Object.keys(apiCalls) as ApiCommand[]).flatMap(commandSchemas),
];
