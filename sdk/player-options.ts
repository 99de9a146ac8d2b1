import type { Events } from './player-events.ts';

/** A URL parameter of the player page; `null` and `undefined` omit it. */
export type PlayerVar = string | number | boolean | null | undefined;

/**
 * Parameters of the player page. Unknown ones are harmless. Times are whole seconds; switches are 0
 * or 1.
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
  /** A playlist's id; `listType` gives its kind. */
  list?: string | undefined;
  listType?: 'playlist' | 'user_uploads' | 'search' | undefined;
  loop?: 0 | 1 | undefined;
  /** Ids of the videos after the first, separated by commas. */
  playlist?: string | undefined;
  playsinline?: 0 | 1 | undefined;
  rel?: 0 | 1 | undefined;
  start?: number | undefined;
}

/** Any other name is accepted too. */
export type PlayerVars = KnownPlayerVars | Readonly<Record<string, PlayerVar>>;

export interface PlayerOptions {
  /** 11 characters. Without it, the `list` or `playlist` of `playerVars` is played. */
  videoId?: string | undefined;
  /**
   * CSS pixels, or an attribute value such as `100%`; 640 × 360 if neither this nor the element
   * sets it.
   */
  width?: string | number | undefined;
  height?: string | number | undefined;
  /**
   * Where the player page is served, e.g. `https://player.example`; defaults to `sdkConfig.host`.
   */
  host?: string | undefined;
  playerVars?: PlayerVars | undefined;
  events?: Events | undefined;
}
