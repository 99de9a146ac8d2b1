import * as z from 'zod';
import { pageConfigLimits } from '../../../shared/limits/page-config-limits.ts';
import { settingLimits } from '../../../shared/limits/setting-limits.ts';
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
  js: 'Your own classic script: https, or on the page’s origin. It runs when the player is ready and the page is idle.',
  css: 'Your own style sheet: https, or on the page’s origin. It applies immediately.',
};
const webPlayerContext = {
  rootElementId: 'Id of the element that is or contains the player.',
  jsUrl: 'Takes precedence over `assets.js`.',
  cssUrl: 'Takes precedence over `assets.css`.',
  serializedExperimentFlags:
    'Experiment flags, `a=true&b=2`. Each takes precedence over the same flag in `args.fflags`.',
  serializedForcedExperimentIds: 'Up to 100 ids with up to 9 digits: `12,34` or `[12,34]`.',
};

const attrsFields = {
  'attrs.width': 'CSS pixels, or a length such as `62.5%`.',
  'attrs.height': 'CSS pixels, or a length such as `50vh`.',
  'attrs.id': 'Its id.',
};

/** Entries of `api` that are the same for all visitors. */
const commonApiFields = {
  'api.isLoggedIn': 'The visitor is signed in.',
  'api.enableSafetyMode': 'Sent with API calls, in `context.user`.',
  'api.lockedSafetyMode': 'Sent with API calls, in `context.user`.',
  'api.isVisitorIdFetchDisabled': 'The player does not request a visitor id.',
  'api.isEducationEmbed': 'An embed for education: viewers are not identified.',
  'api.isPflMode': 'A privacy-first embed: viewers are not identified.',
  'api.key': 'Sent with API calls, as `key`.',
  'api.version': 'Version in the API’s paths: `v1`.',
  'api.authorization': 'The header of this name.',
  'api.withCredentials': 'Cookies are sent to an API on another origin.',
  'api.providerLog':
    'URL that receives the provider’s log instead of `/log`: https, or this machine.',
  'api.adSignals': 'A query string with signals for the provider’s ads.',
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
  fieldShare: z.optional(z.number().check(z.gte(0), z.lte(1))),
  cmcd: z.optional(text(settingLimits.urlMaxChars).check(z.regex(collectorPattern))),
  playerResponse: z.optional(z.nullable(videoReplySchema)),
});

export const configurationSchemas: readonly PublishedSchema[] = [
  {
    name: 'page-config',
    title: 'Page config',
    describes:
      'The argument of `writeEmbed`, and the content of `<script type="application/json" id="page-config">`. The page ignores invalid fields, reports them (`config_error`), and uses the rest; unknown fields are ignored. Only the page can check whether a URL, an id or a callback exists.',
    io: 'input',
    schema: pageConfig,
    fields: {
      args: 'The parameters of embed URLs, and three more. Default: the parameters of the page’s own URL.',
      apiOrigin: 'Origin of the API, if it is not the page’s own: `https://api.example.com`.',
      api: 'Sent with API calls.',
      ...commonApiFields,
      'api.visitorId':
        'Identifies the viewer; without it, the player requests one from the server.',
      'api.dataSyncId': 'Identifies the account of a signed-in visitor.',
      'api.embedPass': 'The host page’s context, signed by the server.',
      probes: 'Settings for what the services detect about the browser.',
      attrs: 'Attributes of the player’s element.',
      ...attrsFields,
      assets: 'URLs of your own script and style sheet.',
      loaded: 'The page already has these assets; they are not loaded again.',
      webPlayerContextConfig: 'Takes precedence over `args` and `assets`.',
      brand: 'Name of the service, in the page’s title.',
      telemetry: '`false`: no events.',
      consent: 'The viewer’s consent before this page. Default: granted.',
      private: 'A private embed, which stores nothing and identifies no viewers.',
      opaqueHosts: 'Hosts with an opaque origin may control the player, and learn what is watched.',
      fieldShare:
        'The part of all pages that report [what they cost](telemetry.md#field-performance).',
      cmcd: 'URL that receives CMCD reports.',
      playerResponse: 'The API’s reply for `args.video_id`; without it, the player calls the API.',
      ...within('playerResponse', videoFields),
      playlist: 'The playlist in `args.list`; without it, the player calls the API.',
      'playlist.playlistId': 'Its id.',
      'playlist.title': 'Its title.',
      'playlist.videoIds': 'Its videos, in order.',
    },
  },
  {
    name: 'page-config-file',
    title: 'Page config of an operator',
    describes:
      'The file of `--page-config`: the operator’s part of every page’s config. The server does not start if the file is invalid.',
    io: 'input',
    schema: z.strictObject({
      ...providerConfigSchema.shape,
      args: z.optional(variables({ ...embedVariables, ...configVariables })),
    }),
    fields: {
      args: 'Default values for parameters of embed URLs.',
      ...commonApiFields,
      ...attrsFields,
      ...within('assets', assets),
      ...within('webPlayerContextConfig', webPlayerContext),
      logTiers: `Tiers of events by their names: up to ${pageConfigLimits.logTiersCount}. Takes precedence over the pages’ own.`,
    },
  },
  {
    name: 'sidecar',
    title: 'JSON file of a video',
    describes:
      'The file `NAME.json` beside `NAME.mp4`, with the metadata of a video. All keys are optional. A key with a mistake is ignored. A mistake that may affect access makes the video private: an invalid `private`, `embedDomains`, `playableWithin`, `clearKeys`, `drm` or `unplayable`, or a key that looks like one of these.',
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
      'chapters[].startSeconds': 'Start of the chapter, in seconds.',
      'chapters[].title': 'Its title.',
      'channel.id': '1 to 200 letters, digits and `_ . : @ -`.',
      'channel.name': 'Its name.',
      'channel.url': 'Its own page: an absolute URL, or a path on this server.',
      'channel.avatarUrl': 'Its picture: an absolute URL, or a path on this server.',
      ...within('drm[]', {
        keySystem: 'The player uses the first that the browser supports.',
        licenseUrl: 'URL of the licence server.',
        headers: 'Sent with each licence request. Every player receives them.',
        certificateUrl: 'FairPlay requires one; optional for Widevine.',
      }),
    },
  },
];
