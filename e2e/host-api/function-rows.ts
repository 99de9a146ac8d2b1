import { expect } from '../support/raw-host.ts';

/**
 * One row for each function that a host can call by message: its arguments and the host's values
 * afterwards.
 * HLS (`offstage001`) unless a row names another video.
 */
export interface Row {
  does: string;
  path?: string;
  /** Commands in order. */
  calls: [func: string, ...args: unknown[]][];
  /** The host's values at the end. */
  reported: Record<string, unknown>;
  /** Whether the video plays before the calls. */
  whilePlaying?: boolean;
  /** The host's values before the calls, for rows that need more than a ready player. */
  first?: Record<string, unknown>;
}

export const list = ['offstage001', 'offstage002', 'offstage003'];
export const inList = '/embed/?list=PLoffstageplaylist&listType=playlist&mute=1&enablejsapi=1';

export const rows: Record<string, Row> = {
  playVideo: { does: 'plays', calls: [['playVideo']], reported: { playerState: 1 } },
  pauseVideo: {
    does: 'pauses',
    whilePlaying: true,
    calls: [['pauseVideo']],
    reported: { playerState: 2 },
  },
  stopVideo: {
    does: 'returns to the first frame',
    whilePlaying: true,
    calls: [['stopVideo']],
    reported: { playerState: 5, currentTime: 0 },
  },
  clearVideo: {
    does: 'clears the stage',
    whilePlaying: true,
    calls: [['clearVideo']],
    reported: { playerState: 5 },
  },
  'seekTo, cued': {
    does: 'starts playing there',
    calls: [['seekTo', 40]],
    reported: { playerState: 1 },
  },
  'seekTo, paused': {
    does: 'stays paused',
    whilePlaying: true,
    calls: [['pauseVideo'], ['seekTo', 33, true]],
    reported: { playerState: 2, currentTime: 33 },
  },
  'seekTo, not ahead': {
    does: 'does nothing if that video is already shown',
    calls: [['seekTo', 40, false]],
    reported: { playerState: 5, currentTime: 0 },
  },
  mutedAutoplay: {
    does: 'plays without sound',
    calls: [['mutedAutoplay']],
    reported: { playerState: 1, muted: true },
  },
  setPlaybackQuality: {
    does: 'fixes the quality',
    whilePlaying: true,
    calls: [['setPlaybackQuality', 'small']],
    reported: { playbackQuality: 'small' },
  },
  cueVideoById: {
    does: 'shows the video without playing',
    calls: [['cueVideoById', 'offstage002', 3]],
    reported: { playerState: 5, videoData: expect.objectContaining({ video_id: 'offstage002' }) },
  },
  'loadVideoById, as an object': {
    does: 'plays the clip that it names',
    calls: [
      [
        'loadVideoById',
        { videoId: 'offstage002', startSeconds: 2, endSeconds: 3, suggestedQuality: 'large' },
      ],
    ],
    reported: {
      playerState: 0,
      videoData: expect.objectContaining({ video_id: 'offstage002', title: 'Lanterns' }),
    },
  },
  cueVideoByUrl: {
    does: 'reads the id from /v/',
    calls: [['cueVideoByUrl', 'https://www.youtube.com/v/offstage003?version=3']],
    reported: { playerState: 5, videoData: expect.objectContaining({ video_id: 'offstage003' }) },
  },
  'loadVideoByUrl, as an object': {
    does: 'reads the id from /embed/',
    calls: [['loadVideoByUrl', { mediaContentUrl: 'https://host.example/embed/offstage002' }]],
    reported: { playerState: 1, videoData: expect.objectContaining({ video_id: 'offstage002' }) },
  },
  'cuePlaylist, by id': {
    does: 'shows the video at the index',
    calls: [['cuePlaylist', { list: 'PLoffstageplaylist', listType: 'playlist', index: 1 }]],
    reported: {
      playerState: 5,
      playlist: list,
      playlistIndex: 1,
      playlistId: 'PLoffstageplaylist',
    },
  },
  'cuePlaylist, by author': {
    does: 'lists all of the author’s videos',
    calls: [['cuePlaylist', { list: 'offstage', listType: 'user_uploads' }]],
    reported: {
      playerState: 5,
      playlist: [...list, 'offstage004', 'offstage005', 'offstage006', 'offstage007'],
      playlistId: 'offstage',
    },
  },
  'loadPlaylist, by ids': {
    does: 'plays from the index and the second',
    calls: [['loadPlaylist', ['offstage003', 'offstage002'], 1, 2]],
    reported: {
      playerState: 1,
      playlist: ['offstage003', 'offstage002'],
      playlistIndex: 1,
      playlistId: '',
    },
  },
  nextVideo: {
    does: 'plays the next video',
    path: inList,
    calls: [['nextVideo']],
    reported: { playlistIndex: 1, playerState: 1 },
  },
  'nextVideo, at the end': {
    does: 'ends',
    path: inList,
    calls: [['playVideoAt', 2], ['nextVideo']],
    reported: { playlistIndex: 2, playerState: 0 },
  },
  'nextVideo, at the end of a loop': {
    does: 'begins again',
    path: inList,
    calls: [['setLoop', true], ['playVideoAt', 2], ['nextVideo']],
    reported: { playlistIndex: 0, playerState: 1 },
  },
  previousVideo: {
    does: 'goes back',
    path: inList,
    calls: [['playVideoAt', 2], ['previousVideo']],
    reported: { playlistIndex: 1, playerState: 1 },
  },
  'previousVideo, at the beginning': {
    does: 'starts the first video again',
    path: inList,
    calls: [['previousVideo']],
    reported: { playlistIndex: 0, playerState: 1 },
  },
  playVideoAt: {
    does: 'jumps',
    path: inList,
    calls: [['playVideoAt', 2]],
    reported: { playlistIndex: 2, playerState: 1 },
  },
  'playVideo, after the end of a list': {
    does: 'starts the list again',
    path: inList,
    calls: [['playVideoAt', 2], ['nextVideo'], ['playVideo']],
    reported: { playlistIndex: 0, playerState: 1 },
  },
  unloadModule: {
    does: 'hides them',
    path: '/embed/offstage001?enablejsapi=1&cc_load_policy=1',
    first: { option: { captions: { track: { languageCode: 'en' } } } },
    calls: [['unloadModule', 'captions']],
    reported: { option: { captions: expect.objectContaining({ track: {} }) } },
  },
};
