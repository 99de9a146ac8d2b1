/**
 * Actions of viewers: `action` of the log event `viewer_action`. A control and a key that do the
 * same have one name. `docs/telemetry.md` lists them for operators.
 */
export const viewerActions = [
  // Playback
  'play',
  'pause',
  'toggle_play',
  'replay',
  'start_over',
  'retry',
  'speed',
  'quality',
  'loop',
  'remote_playback',
  // Seeking
  'seek',
  'seek_back',
  'seek_forward',
  'seek_start',
  'seek_end',
  'seek_percent',
  'frame_back',
  'frame_forward',
  'chapter',
  'transcript_seek',
  'go_live',
  // Sound
  'volume',
  'volume_up',
  'volume_down',
  'mute',
  'unmute',
  'toggle_mute',
  'audio',
  // Captions
  'captions',
  'toggle_captions',
  'captions_size',
  'caption_style',
  // Videos and lists
  'next',
  'previous',
  'playlist_video',
  'shuffle',
  'related_video',
  'not_interested',
  'undo_not_interested',
  // Channel
  'open_channel',
  'open_watch_page',
  'subscribe',
  'unsubscribe',
  'bell',
  'watch_later',
  // Sharing
  'share_link',
  'share_embed',
  'copy_url',
  'copy_url_at_time',
  'copy_embed_code',
  // View
  'toggle_fullscreen',
  'toggle_picture_in_picture',
  'time_elapsed',
  'time_remaining',
  'transcript',
  'shortcuts',
  'stats',
  'close',
  'report_problem',
  'copy_debug_info',
] as const;

export type ViewerAction = (typeof viewerActions)[number];
