/**
 * YouTube's names for picture heights. Our player also reports `hd2160`, `hd1440`, `tiny`, `auto`
 * and `unknown`.
 */
export type SuggestedVideoQuality =
  | 'default'
  | 'small'
  | 'medium'
  | 'large'
  | 'hd720'
  | 'hd1080'
  | 'highres';

/** Times are seconds. */
export interface VideoOrPlaylistSettings {
  startSeconds?: number | undefined;
  endSeconds?: number | undefined;
  suggestedQuality?: SuggestedVideoQuality | undefined;
}

export interface VideoByIdSettings extends VideoOrPlaylistSettings {
  videoId: string;
}

export interface VideoByMediaContentUrlSettings extends VideoOrPlaylistSettings {
  mediaContentUrl: string;
}

export interface PlaylistSettings extends VideoOrPlaylistSettings {
  /** A playlist's id; an alternative to `playlist`. */
  list?: string | undefined;
  listType?: 'playlist' | 'user_uploads' | 'search' | undefined;
  /** The ids of its videos; an alternative to `list`. */
  playlist?: string | string[] | undefined;
  /** Index of the first video to play, from 0. */
  index?: number | undefined;
}

export type VideoByIdArgs =
  | [videoId: string, startSeconds?: number, suggestedQuality?: SuggestedVideoQuality]
  | [settings: VideoByIdSettings];

export type VideoByUrlArgs =
  | [mediaContentUrl: string, startSeconds?: number, suggestedQuality?: SuggestedVideoQuality]
  | [settings: VideoByMediaContentUrlSettings];

/** A list is a playlist's id, ids separated by commas, or an array of ids. */
export type PlaylistArgs =
  | [
      list: string | string[],
      index?: number,
      startSeconds?: number,
      suggestedQuality?: SuggestedVideoQuality,
    ]
  | [settings: PlaylistSettings];
