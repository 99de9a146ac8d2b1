import type { Events } from './player-events.ts';

/** A URL parameter of the player page; `null` and `undefined` leave it out. */
export type PlayerVar = string | number | boolean | null | undefined;

/**
 * Parameters of the player page. Those that it does not know are harmless.
 * Times are whole seconds; switches are 0 or 1.
 */
interface KnownPlayerVars {
  autoplay?: 0 | 1 | undefined;
  mute?: 0 | 1 | undefined;
  /** 1 shows captions from the start. */
  cc_load_policy?: PlayerVar;
  /** Language of the captions, e.g. `en`. */
  cc_lang_pref?: string | undefined;
  color?: 'red' | 'white' | undefined;
  controls?: 0 | 1 | 2 | undefined;
  disablekb?: 0 | 1 | undefined;
  end?: number | undefined;
  fs?: 0 | 1 | undefined;
  /** Language of the player. */
  hl?: string | undefined;
  /** A playlist's id; `listType` says what it is. */
  list?: string | undefined;
  listType?: 'playlist' | 'user_uploads' | 'search' | undefined;
  loop?: 0 | 1 | undefined;
  /** Ids of the videos after the first, with commas between them. */
  playlist?: string | undefined;
  playsinline?: 0 | 1 | undefined;
  rel?: 0 | 1 | undefined;
  start?: number | undefined;
}

/** Any other name may stand beside them. */
export type PlayerVars = KnownPlayerVars | Readonly<Record<string, PlayerVar>>;

export interface PlayerOptions {
  /** 11 characters. Without it the `list` or `playlist` of `playerVars` is played. */
  videoId?: string | undefined;
  /** CSS pixels or an attribute's text such as `100%`; 640 × 360 when neither this nor the element says. */
  width?: string | number | undefined;
  height?: string | number | undefined;
  /** Where the player page is served, e.g. `https://player.example`; `sdkConfig.host` unless given. */
  host?: string | undefined;
  playerVars?: PlayerVars | undefined;
  events?: Events | undefined;
}
