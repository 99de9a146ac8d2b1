import { argsOfAddress, withinLimits } from '../../../shared/page/address-args.ts';
import { pageAround } from '../../../shared/page/page-around.ts';
import type { PageConfig } from '../../../shared/page/page-config.ts';
import { defaultAttrs } from '../../../shared/page/page-config.ts';
import type { WrittenPageConfig } from '../../../shared/page/written-page-config.ts';
import { parseListType } from '../../../shared/player/list-type.ts';
import type { Guard } from '../../access/guard/create-guard.ts';
import type { Embedder } from '../../access/guard/embedder.ts';
import type { FoundVideo } from '../../api/find-player-response.ts';
import { findPlayerResponse } from '../../api/find-player-response.ts';
import type { Assignment } from '../../experiments/assign-arms.ts';
import { findPlaylist } from '../../library/find-playlist.ts';
import type { Library } from '../../library/scan-library.ts';
import { botDetectionPath } from '../bot-detection/bot-detection-routes.ts';
import { addAssignment } from './add-assignment.ts';
import { addDimensions } from './add-dimensions.ts';
import type { ProviderConfig } from './provider-config.ts';
import type { SignedIn } from './signed-in.ts';

export interface EmbedConfigDeps {
  library: Library;
  guard: Guard;
  brand: string;
  /** Whether players log events. */
  isTelemetryOn: boolean;
  /** Whether players wait for their viewers' consent. */
  isConsentRequired: boolean;
  /** Host name whose embeds are private; `null` for none. */
  privateHost: string | null;
  /** Whether players accept commands from pages without an origin, and send them messages. */
  allowsOpaqueHosts: boolean;
  /** Collector of the players' CMCD reports. */
  cmcd: string | null;
  /** Names of the operator's dimensions. */
  dimensions: readonly string[];
  /** The part of all pages whose performance is measured, 0 to 1. */
  fieldShare: number;
  /** `true` for this server's script, else the URL of another one. */
  botDetection: boolean | string;
  /** The ads provider's script that players try to fetch. */
  adStatus: string | null;
  /** Key that API calls must carry; `null` for none. */
  apiKey: string | null;
  /** The operator's own part of every page config. */
  providerConfig: ProviderConfig;
}

export interface EmbedRequest {
  /** From the browser's request, without port. */
  hostname: string;
  pathname: string;
  query: URLSearchParams;
  /** URL of the page that frames this one, or `null`. */
  loaderUrl: string | null;
  embedder: Embedder;
  /** Whether the visitor is signed in; `null` if the operator cannot tell. */
  signedIn: SignedIn | null;
  /** The page's part in experiments. */
  assignment: Pick<Assignment, 'experimentIds' | 'flags' | 'runtime'>;
  /** Whether the viewer's screen has a high pixel density, from an earlier page's cookie. */
  isHiDpi: boolean;
}

/**
 * The page config for an embed URL. If the path names no video, the config has the reply for the
 * first video of the queried playlist. So this page, too, needs no API call before the first frame.
 */
export function createEmbedConfig(
  deps: EmbedConfigDeps,
  { hostname, pathname, query, loaderUrl, embedder, signedIn, isHiDpi, assignment }: EmbedRequest,
): { config: WrittenPageConfig; admitted: FoundVideo['admitted'] } {
  const {
    library,
    guard,
    brand,
    isTelemetryOn,
    isConsentRequired,
    privateHost,
    cmcd,
    fieldShare,
    providerConfig,
  } = deps;
  const { args: defaults = {}, api, attrs, logTiers: _, ...provided } = providerConfig;
  const raw = argsOfAddress(defaults, pathname, query);
  // The page's source and the log contain these addresses, so their queries are removed.
  for (const name of ['loaderUrl', 'widget_referrer'])
    if (raw[name] !== undefined) raw[name] = pageAround(String(raw[name]), '');
  if (loaderUrl !== null) raw.loaderUrl = loaderUrl;
  const playlist = findPlaylist(library, String(raw.list ?? ''), parseListType(raw.listType));
  const firstListed = playlist?.videoIds[0] ?? String(raw.playlist ?? '').split(',', 1)[0];
  // An unknown list is a missing video; a URL that names nothing is malformed.
  const unlisted = raw.list ? missingListId : '';
  const videoId = raw.video_id ?? (firstListed || unlisted);
  const { response, admitted } = findPlayerResponse(deps, String(videoId), {
    // Only the player knows the viewer's place: its services store it.
    place: null,
    isPlaceFresh: false,
    isHiDpi,
    asker: { embedder, token: query.get('token') ?? '', page: null },
  });
  const untilSec = admitted?.untilSec ?? null;
  const embedPass = guard.makePass({ embedder, videoId: String(videoId), untilSec });
  const ownApi = {
    ...api,
    ...(deps.apiKey !== null && { key: deps.apiKey }),
    ...(signedIn !== null && { isLoggedIn: signedIn.isLoggedIn }),
    ...(signedIn?.dataSyncId && { dataSyncId: signedIn.dataSyncId }),
    ...(guard.isNeeded && { embedPass }),
  };
  const config = {
    args: withinLimits(raw),
    ...provided,
    ...(Object.keys(ownApi).length > 0 && { api: ownApi }),
    attrs: { ...defaultAttrs, ...attrs },
    brand,
    ...(isTelemetryOn ? {} : { telemetry: false }),
    ...(isConsentRequired ? { consent: 'pending' as const } : {}),
    ...(hostname === privateHost ? { private: true } : {}),
    ...(isTelemetryOn && cmcd !== null ? { cmcd } : {}),
    ...(isTelemetryOn && fieldShare > 0 ? { fieldShare } : {}),
    ...probesOf(deps),
    ...(deps.allowsOpaqueHosts ? { opaqueHosts: true } : {}),
    playerResponse: response,
    ...(playlist !== null && { playlist }),
  };
  const withDimensions = addDimensions(config, query, isTelemetryOn ? deps.dimensions : []);
  return { config: addAssignment(withDimensions, assignment), admitted };
}

function probesOf({
  isTelemetryOn,
  botDetection,
  adStatus,
}: EmbedConfigDeps): Pick<PageConfig, 'probes'> {
  const probes = {
    ...(botDetection !== false && {
      botDetection: botDetection === true ? botDetectionPath : botDetection,
    }),
    ...(adStatus !== null && { adStatus }),
  };
  return isTelemetryOn && Object.keys(probes).length > 0 ? { probes } : {};
}

/** A well-formed id that no video has: 11 characters that no hash or author would choose. */
const missingListId = '-----------';
