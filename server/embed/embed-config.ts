import type { PageConfigWithCollector } from '../../shared/collector-config.ts';
import { parseListType } from '../../shared/list-type.ts';
import type { PageConfig } from '../../shared/page-config.ts';
import { defaultAttrs } from '../../shared/page-config.ts';
import type { RawArgs } from '../../shared/player-args.ts';
import { rawArgsFromUrl } from '../../shared/player-args.ts';
import { findPlayerResponse } from '../api/find-player-response.ts';
import { botDetectionPath } from '../bot-detection/bot-detection-routes.ts';
import { findPlaylist } from '../library/find-playlist.ts';
import type { Library } from '../library/scan-library.ts';
import type { ProviderConfig } from './provider-config.ts';

export interface EmbedConfigDeps {
  library: Library;
  brand: string;
  /** Whether the players log events. */
  isTelemetryOn: boolean;
  /** Whether players wait for their viewers' consent. */
  isConsentRequired: boolean;
  /** Host name whose embeds are private; `null` for none. */
  privateHost: string | null;
  /** Collector of the players' CMCD reports. */
  cmcd: string | null;
  /** Whether players run this server's script, or the URL of another one. */
  botDetection: boolean | string;
  /** The ads provider's script that players try to fetch. */
  adStatus: string | null;
  /** The operator's own part of every page config. */
  providerConfig: ProviderConfig;
}

export interface EmbedRequest {
  /** As the browser named it, without port. */
  hostname: string;
  pathname: string;
  query: URLSearchParams;
  /** URL of the page that frames this one, or `null`. */
  loaderUrl: string | null;
  /** Whether the visitor is signed in; `null` where the operator has no way to tell. */
  isLoggedIn: boolean | null;
  /** Whether the viewer's screen is one, as an earlier page has found out. */
  isHiDpi: boolean;
}

/** The page config takes no longer names and values; see `pageConfigSchema`. */
const nameMaxChars = 100;
const valueMaxChars = 10_000;

/**
 * The page config for an embed URL. Without a video in the path, the reply is that of the first video of the playlist that
 * the query names, so that also this page needs no API call before the first frame.
 */
export function createEmbedConfig(
  deps: EmbedConfigDeps,
  { hostname, pathname, query, loaderUrl, isLoggedIn, isHiDpi }: EmbedRequest,
): PageConfigWithCollector {
  const { library, brand, isTelemetryOn, isConsentRequired, privateHost, cmcd, providerConfig } = deps;
  const { args: defaults = {}, api, attrs, ...provided } = providerConfig;
  const raw = { ...defaults, ...rawArgsFromUrl(pathname, query) };
  // Addresses do not start by themselves unless they say so; the operator's pages may.
  if (!query.has('autoplay') && defaults.autoplay !== undefined) raw.autoplay = defaults.autoplay;
  if (loaderUrl !== null) raw.loaderUrl = loaderUrl;
  const playlist = findPlaylist(library, String(raw.list ?? ''), parseListType(raw.listType));
  const firstListed = playlist?.videoIds[0] ?? String(raw.playlist ?? '').split(',', 1)[0];
  // A list that nobody knows is a missing video; a URL that names nothing at all is a wrong one.
  const unlisted = raw.list ? missingListId : '';
  const videoId = raw.video_id ?? (firstListed || unlisted);
  return {
    args: withinLimits(raw),
    ...provided,
    ...((api !== undefined || isLoggedIn !== null) && {
      api: { ...api, ...(isLoggedIn !== null && { isLoggedIn }) },
    }),
    attrs: { ...defaultAttrs, ...attrs },
    brand,
    ...(isTelemetryOn ? {} : { telemetry: false }),
    ...(isConsentRequired ? { consent: 'pending' as const } : {}),
    ...(hostname === privateHost ? { private: true } : {}),
    ...(isTelemetryOn && cmcd !== null ? { cmcd } : {}),
    ...probesOf(deps),
    // Where the viewer is only the player can say: its services keep that.
    playerResponse: findPlayerResponse(library, String(videoId), {
      place: null,
      isPlaceFresh: false,
      isHiDpi,
    }),
    playlist,
  };
}

function probesOf({ isTelemetryOn, botDetection, adStatus }: EmbedConfigDeps): Pick<PageConfig, 'probes'> {
  const probes = {
    ...(botDetection !== false && {
      botDetection: botDetection === true ? botDetectionPath : botDetection,
    }),
    ...(adStatus !== null && { adStatus }),
  };
  return isTelemetryOn && Object.keys(probes).length > 0 ? { probes } : {};
}

/** A well-formed id that no video has: 11 characters, and no hash or author would choose it. */
const missingListId = '-----------';

function withinLimits(raw: RawArgs): PageConfig['args'] {
  const args: PageConfig['args'] = {};
  for (const [name, value] of Object.entries(raw)) {
    if (value !== undefined && name.length <= nameMaxChars && String(value).length <= valueMaxChars)
      args[name] = value;
  }
  return args;
}
