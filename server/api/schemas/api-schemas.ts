import * as z from 'zod';
import { pageConfigLimits } from '../../../shared/limits/later-limits.ts';
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
  'client.location':
    'Position of the viewer, only with the call that a video which needs it asks for.',
  user: 'What the page config says of the viewer.',
  'user.enableSafetyMode': '`api.enableSafetyMode` of the page config.',
  'user.lockedSafetyMode': '`api.lockedSafetyMode` of the page config.',
  request: 'What earlier replies gave, and experiment flags.',
  'request.consistencyTokenJars': 'Of earlier replies, as long as they hold.',
  'request.locationPlayabilityToken': 'Of an earlier reply.',
  'request.globalConfigHashes': 'Of the configurations that the client has.',
  'request.attestationResponseData': 'What a bot detection has found out.',
  'request.attestationResponseData.webResponse': 'JSON text.',
  'request.embedPass': 'Of the page config: where the page stands, as the server signed it.',
  'request.internalExperimentFlags': 'Experiment flags, the first 100.',
  adSignalsInfo: 'What the page knows for the ads of its provider.',
  clickTracking: 'Which of the page’s elements led to the call.',
};

const logTiersNote = `How urgent events are, by their names: at most ${pageConfigLimits.logTiersCount}.`;

const responseContextFields = {
  consistencyTokenJar:
    'Says which change of the viewer’s a later read has to see. It goes back with the next calls.',
  'consistencyTokenJar.expirationSeconds': 'How long it goes back.',
  locationPlayabilityToken:
    'Where the viewer is, to about a kilometre. It goes back with the next calls for 180 days.',
  globalConfig: 'Configurations of the provider; `hot` counts before `cold`.',
  'globalConfig.cold.hashData': 'Goes back with the next calls.',
  'globalConfig.cold.config':
    'Missing if the client has sent this hash. What is not named here players leave alone.',
  'globalConfig.cold.config.logTiers': logTiersNote,
  'globalConfig.hot.hashData': 'Goes back with the next calls.',
  'globalConfig.hot.config':
    'Missing if the client has sent this hash. What is not named here players leave alone.',
  'globalConfig.hot.config.logTiers': logTiersNote,
};

/** Descriptions of a video's fields. */
export const videoFields = {
  playabilityStatus: 'Whether it may be played.',
  'playabilityStatus.errorCode': 'A name of the error catalogue; missing when playable.',
  'playabilityStatus.reason': 'A sentence for the viewer.',
  'playabilityStatus.needsLocation':
    'It may be played in some places only, and the server does not know where the viewer is.',
  videoDetails: 'What it is.',
  'videoDetails.videoId': '`___________` where the request named no id.',
  'videoDetails.lengthSeconds': '0 when live or not known.',
  'videoDetails.holdBackSec':
    'Seconds that players stay behind the end of a live stream with low latency.',
  'videoDetails.width': 'Pixels of the largest picture; 0 when not known.',
  'videoDetails.height': 'Pixels of the largest picture; 0 when not known.',
  'videoDetails.watchUrl': 'Address of the operator’s own page for it.',
  'videoDetails.channel': 'Whose it is.',
  sources:
    'Its media, the best first. Empty when it cannot be played. Addresses are relative to the embed’s origin, or absolute.',
  'sources[].packaging': '`progressive` is a single MP4 or WebM file.',
  'sources[].drm': 'Where the keys of encrypted media come from.',
  captionTracks: 'Caption files.',
  'captionTracks[].languageCode': 'BCP 47.',
  'captionTracks[].label': 'The language’s own name.',
  chapters: 'In order of time.',
  posterUrl: 'A picture of it.',
  storyboardUrl: 'WebVTT whose cues name parts of a sprite.',
  viewer: 'What the viewer has to do with video and channel; for viewers who are signed in.',
  'viewer.bell': 'Whether new videos of the channel are told of.',
  related: 'Other videos, the best first.',
  'related[].notInterested': 'What “not interested” sends.',
  commands: 'What the viewer’s controls send, by control.',
  heartbeat: 'How often a playing page asks again whether it may go on.',
};

const inRequest = {
  context: 'Who is asking, and what earlier replies gave.',
  ...within('context', requestContextFields),
};
const inReply = {
  responseContext: 'What the client keeps and sends back.',
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
    describes: `Body of \`${method} ${address}\`. A field that is not named here is refused.`,
    io: 'input',
    schema: z.strictObject({ context: requestContextSchema, ...fields.shape }),
    fields: { ...inRequest, ...notes.request },
  };
  return [
    ...(method === 'POST' ? [request] : []),
    {
      name: `${name}-reply`,
      title: `${title}: reply`,
      describes: `What \`${method} ${address}\` answers. ${guard}`,
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
      '`responseContext` of the API’s replies. Parts that a client does not understand cost nothing else.',
    io: 'output',
    schema: responseContextSchema,
    fields: responseContextFields,
  },
  {
    name: 'player-request',
    title: 'Video: request',
    describes:
      'Body of `POST /youtubei/v1/player`. A client whose `context` is missing or does not fit gets its answer without a `responseContext`.',
    io: 'input',
    schema: z.object({ ...playerRequestSchema.shape, context: z.optional(requestContextSchema) }),
    fields: { videoId: 'What is asked for; what is no id is answered as such.', ...inRequest },
  },
  {
    name: 'player-reply',
    title: 'Video: reply',
    describes: `What \`POST /youtubei/v1/player\` answers. ${guard} Players check its parts one by one.`,
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
    describes: `What \`GET /youtubei/v1/playlist/{listId}\` answers. ${guard}`,
    io: 'output',
    schema: playlistAnswerSchema,
    fields: {
      playlistId: 'Its id, or the author’s name.',
      title: 'Its title.',
      videoIds: 'Its videos, in order.',
      entries: 'With `?entries=1`: what they are. Of a private video there is none.',
      'entries[].lengthSeconds': '0 when live or not known.',
    },
  },
  {
    name: 'visitor-id-reply',
    title: 'Visitor id: reply',
    describes: `What \`GET /visitor_id\` answers. ${guard}`,
    io: 'output',
    schema: visitorIdReplySchema,
    fields: {
      visitorId: 'Random, or that of `X-Visitor-Id`. A server that gives none leaves it out.',
    },
  },
  ...(Object.keys(apiCalls) as ApiCommand[]).flatMap(commandSchemas),
];
