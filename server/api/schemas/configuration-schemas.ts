import * as z from 'zod';
import { pageConfigLimits } from '../../../shared/limits/later-limits.ts';
import { pageConfigSchema, variablesSchema } from '../../../shared/page/page-config-schema.ts';
import { videoIdPattern } from '../../../shared/player/video-id.ts';
import { collectorPattern } from '../../../shared/telemetry/collector-pattern.ts';
import { text } from '../../../shared/tools/schema.ts';
import { apiSettingsSchema } from '../../../shared/wire/api-settings.ts';
import { addedFromSchema } from '../../cli/add/read-known-videos.ts';
import { sidecarSchema } from '../../library/sidecars/sidecar.ts';
import { providerConfigSchema } from '../../pages/embed/provider-config.ts';
import { videoReplySchema } from '../reply-schemas.ts';
import { videoFields } from './api-schemas.ts';
import { configVariables, embedVariables } from './embed-variables.ts';
import type { PublishedSchema } from './published-schema.ts';
import { within } from './within.ts';

/** Variables of any name; some have a meaning. */
function variables(meanings: Readonly<Record<string, string>>) {
  const named = Object.entries(meanings).map(([name, text]) => [
    name,
    z.optional(z.unknown()).describe(text),
  ]);
  return z.intersection(variablesSchema, z.looseObject(Object.fromEntries(named)));
}

const assets = {
  js: 'Your own script, a classic one: https, or of the page’s origin. It runs when the player is ready and the page is idle.',
  css: 'Your own style: https, or of the page’s origin. It applies at once.',
};
const webPlayerContext = {
  rootElementId: 'Id of the element that is the player or has it in it.',
  jsUrl: 'Counts before `assets.js`.',
  cssUrl: 'Counts before `assets.css`.',
  serializedExperimentFlags:
    'Experiment flags, `a=true&b=2`. They count before `args.fflags`, flag by flag.',
  serializedForcedExperimentIds: 'At most 100 ids of at most 9 digits: `12,34` or `[12,34]`.',
};

const attrsFields = {
  'attrs.width': 'CSS pixels, or a length such as `62.5%`.',
  'attrs.height': 'CSS pixels, or a length such as `50vh`.',
  'attrs.id': 'Its id.',
};

/** Entries of `api` that are the same for all visitors. */
const commonApiFields = {
  'api.isLoggedIn': 'The visitor is signed in.',
  'api.enableSafetyMode': 'Goes along with API calls, as `context.user`.',
  'api.lockedSafetyMode': 'Goes along with API calls, as `context.user`.',
  'api.isVisitorIdFetchDisabled': 'The server is not asked for a visitor id.',
  'api.isEducationEmbed': 'An embed in lessons: viewers are not told apart.',
  'api.isPflMode': 'An embed that puts privacy first: viewers are not told apart.',
  'api.key': 'Goes along with API calls, as `key`.',
  'api.version': 'Of the API’s paths: `v1`.',
  'api.authorization': 'The header of this name.',
  'api.withCredentials': 'Cookies go along to the API of another origin.',
  'api.providerLog':
    'Address to which the provider’s log goes in place of `/log`: https, or of this machine.',
  'api.adSignals': 'A query string: what the page knows for the ads of its provider.',
};

const pageConfig = z.object({
  ...pageConfigSchema.shape,
  args: z.optional(variables({ ...embedVariables, ...configVariables })),
  api: z.optional(z.intersection(variablesSchema, apiSettingsSchema)),
  probes: z.optional(
    variables({
      botDetection: 'URL of a bot detection’s script.',
      adStatus: 'URL of an ads provider’s script.',
    }),
  ),
  assets: z.optional(variables(assets)),
  webPlayerContextConfig: z.optional(variables(webPlayerContext)),
  cmcd: z.optional(text(2_000).check(z.regex(collectorPattern))),
  playerResponse: z.optional(z.nullable(videoReplySchema)),
});

export const configurationSchemas: readonly PublishedSchema[] = [
  {
    name: 'page-config',
    title: 'Page config',
    describes:
      'What `writeEmbed` takes, and `<script type="application/json" id="page-config">` holds. The page does without a field that does not fit, tells it (`config_error`), and uses the rest; fields that are not named here are left alone. Whether a URL, an id or a callback leads anywhere only the page can find out.',
    io: 'input',
    schema: pageConfig,
    fields: {
      args: 'The parameters of embed URLs, and three more. Without any, what the page’s own address says.',
      apiOrigin: 'Origin of the API where it is not the page’s own: `https://api.example.com`.',
      api: 'What goes along with API calls.',
      ...commonApiFields,
      'api.visitorId': 'Tells the viewer apart; without it the server is asked for one.',
      'api.dataSyncId': 'Names the account of a visitor who is signed in.',
      'api.embedPass': 'Where the page stands, as the server signed it.',
      probes: 'What the services find out about the browser.',
      attrs: 'Attributes of the player’s element.',
      ...attrsFields,
      assets: 'Addresses of your own script and style.',
      loaded: 'The page has these assets already; they are not loaded again.',
      webPlayerContextConfig: 'Where it says the same as `args` or `assets`, it counts.',
      brand: 'Name of the service, in the page’s title.',
      telemetry: '`false`: no events.',
      consent: 'What the viewer has said before this page; without it they have agreed.',
      private: 'A private embed, which stores nothing and tells nobody apart.',
      opaqueHosts: 'Hosts without an origin are obeyed, and told what is watched.',
      cmcd: 'URL of a collector of CMCD reports.',
      playerResponse: 'The API’s reply for `args.video_id`; without it the API is asked.',
      ...within('playerResponse', videoFields),
      playlist: 'The playlist that `args.list` names; without it the API is asked.',
      'playlist.playlistId': 'Its id.',
      'playlist.title': 'Its title.',
      'playlist.videoIds': 'Its videos, in order.',
    },
  },
  {
    name: 'page-config-file',
    title: 'Page config of an operator',
    describes:
      'The file of `--page-config`: the operator’s own part of every page’s config. The server does not start with a file that does not fit.',
    io: 'input',
    schema: z.strictObject({
      ...providerConfigSchema.shape,
      args: z.optional(variables({ ...embedVariables, ...configVariables })),
    }),
    fields: {
      args: 'Parameters of embed URLs that hold where an address does not say them.',
      ...commonApiFields,
      ...attrsFields,
      ...within('assets', assets),
      ...within('webPlayerContextConfig', webPlayerContext),
      logTiers: `How urgent events are, by their names: at most ${pageConfigLimits.logTiersCount}. It counts before what pages say.`,
    },
  },
  {
    name: 'sidecar',
    title: 'JSON file of a video',
    describes:
      'The file `NAME.json` beside `NAME.mp4`: what the files cannot say about a video. Everything is optional. A mistake costs the key that it is in; one that may concern who may watch makes the video private: a wrong value of `private`, `embedDomains`, `playableWithin`, `clearKeys`, `drm` or `unplayable`, or a key that looks like one of these.',
    io: 'input',
    schema: z.object({
      ...sidecarSchema.shape,
      id: z.optional(z.string().regex(videoIdPattern)),
      embedDomains: z.optional(z.array(z.string())),
      addedFrom: z.optional(addedFromSchema).describe('Written and read by `offstage add`.'),
    }),
    fields: {
      id: sidecarSchema.shape.id.description ?? '',
      embedDomains: sidecarSchema.shape.embedDomains.description ?? '',
      'chapters[].startSeconds': 'Where it begins.',
      'chapters[].title': 'Its title.',
      'channel.id': '1 to 200 letters, digits and `_ . : @ -`.',
      'channel.name': 'Its name.',
      'channel.url': 'Its own page: absolute, or a path of this server.',
      'channel.avatarUrl': 'Its picture: absolute, or a path of this server.',
      ...within('drm[]', {
        keySystem: 'The player takes the first that the browser has.',
        licenseUrl: 'Where licences are asked for.',
        headers: 'Sent with each request for a licence. They go to every player.',
        certificateUrl: 'FairPlay cannot do without; Widevine may use one.',
      }),
    },
  },
];
