import type { PageConfigWithCollector } from '../../shared/collector-config.ts';
import { parseListType } from '../../shared/list-type.ts';
import type { PageConfig } from '../../shared/page-config.ts';
import { defaultAttrs } from '../../shared/page-config.ts';
import type { RawArgs } from '../../shared/player-args.ts';
import { rawArgsFromUrl } from '../../shared/player-args.ts';
import { findPlayerResponse } from '../api/find-player-response.ts';
import { findPlaylist } from '../library/find-playlist.ts';
import type { Library } from '../library/scan-library.ts';

export interface EmbedConfigDeps {
  library: Library;
  brand: string;
  /** Whether the players log events. */
  isTelemetryOn: boolean;
  /** Collector of the players' CMCD reports. */
  cmcd: string | null;
}

export interface EmbedRequest {
  pathname: string;
  query: URLSearchParams;
  /** URL of the page that frames this one, or `null`. */
  loaderUrl: string | null;
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
  { library, brand, isTelemetryOn, cmcd }: EmbedConfigDeps,
  { pathname, query, loaderUrl, isHiDpi }: EmbedRequest,
): PageConfigWithCollector {
  const raw = rawArgsFromUrl(pathname, query);
  if (loaderUrl !== null) raw.loaderUrl = loaderUrl;
  const playlist = findPlaylist(library, String(raw.list ?? ''), parseListType(raw.listType));
  const firstListed = playlist?.videoIds[0] ?? String(raw.playlist ?? '').split(',', 1)[0];
  // A list that nobody knows is a missing video; a URL that names nothing at all is a wrong one.
  const unlisted = raw.list ? missingListId : '';
  const videoId = raw.video_id ?? (firstListed || unlisted);
  return {
    args: withinLimits(raw),
    attrs: { ...defaultAttrs },
    brand,
    ...(isTelemetryOn ? {} : { telemetry: false }),
    ...(isTelemetryOn && cmcd !== null ? { cmcd } : {}),
    // Where the viewer is only the player can say: its services keep that.
    playerResponse: findPlayerResponse(library, String(videoId), {
      place: null,
      isPlaceFresh: false,
      isHiDpi,
    }),
    playlist,
  };
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
