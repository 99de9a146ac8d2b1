import { expect } from '../support/raw-host.ts';

/** A function that a host can call by message: its arguments and the host's values afterwards. */
export interface Row {
  does: string;
  /** Commands in order. */
  calls: [func: string, ...args: unknown[]][];
  /** The host's values at the end. */
  reported: Record<string, unknown>;
  /** Whether the video plays before the calls. */
  whilePlaying?: boolean;
}

export const list = ['offstage001', 'offstage002', 'offstage003'];
export const inList = '/embed/?list=PLoffstageplaylist&listType=playlist&mute=1&enablejsapi=1';

/** Functions that keep the video: one document of HLS runs them all in sequence. */
export const controls: Record<string, Row> = {
  'seekTo, not ahead': {
    does: 'does nothing if that video is already shown',
    calls: [['seekTo', 40, false]],
    reported: { playerState: 5, currentTime: 0 },
  },
  'seekTo, cued': {
    does: 'starts playing there',
    calls: [['seekTo', 40]],
    reported: { playerState: 1 },
  },
  pauseVideo: {
    does: 'pauses',
    whilePlaying: true,
    calls: [['pauseVideo']],
    reported: { playerState: 2 },
  },
  'seekTo, paused': {
    does: 'stays paused',
    whilePlaying: true,
    calls: [['pauseVideo'], ['seekTo', 33, true]],
    reported: { playerState: 2, currentTime: 33 },
  },
  playVideo: { does: 'plays', calls: [['playVideo']], reported: { playerState: 1 } },
  setPlaybackQuality: {
    does: 'fixes the quality',
    whilePlaying: true,
    calls: [['setPlaybackQuality', 'small']],
    reported: { playbackQuality: 'small' },
  },
  stopVideo: {
    does: 'returns to the first frame',
    whilePlaying: true,
    calls: [['stopVideo']],
    reported: { playerState: 5, currentTime: 0 },
  },
  mutedAutoplay: {
    does: 'plays without sound',
    calls: [['mutedAutoplay']],
    reported: { playerState: 1, muted: true },
  },
  clearVideo: {
    does: 'clears the stage',
    whilePlaying: true,
    calls: [['clearVideo']],
    reported: { playerState: 5 },
  },
};

/** Functions that bring another video: each finds the one before. */
export const videos: Record<string, Row> = {
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
  'cuePlaylist, by author': {
    does: 'lists all of the author’s videos',
    calls: [['cuePlaylist', { list: 'offstage', listType: 'user_uploads' }]],
    reported: {
      playerState: 5,
      playlist: [...list, 'offstage004', 'offstage005', 'offstage006', 'offstage007'],
      playlistId: 'offstage',
    },
  },
};

/** Functions of a playlist: each finds the video where the one before has left it. */
export const inTheList: Record<string, Row> = {
  'previousVideo, at the beginning': {
    does: 'starts the first video again',
    calls: [['previousVideo']],
    reported: { playlistIndex: 0, playerState: 1 },
  },
  nextVideo: {
    does: 'plays the next video',
    calls: [['nextVideo']],
    reported: { playlistIndex: 1, playerState: 1 },
  },
  playVideoAt: {
    does: 'jumps',
    calls: [['playVideoAt', 2]],
    reported: { playlistIndex: 2, playerState: 1 },
  },
  previousVideo: {
    does: 'goes back',
    calls: [['playVideoAt', 2], ['previousVideo']],
    reported: { playlistIndex: 1, playerState: 1 },
  },
  'nextVideo, at the end': {
    does: 'ends',
    calls: [['playVideoAt', 2], ['nextVideo']],
    reported: { playlistIndex: 2, playerState: 0 },
  },
  'playVideo, after the end of a list': {
    does: 'starts the list again',
    calls: [['playVideoAt', 2], ['nextVideo'], ['playVideo']],
    reported: { playlistIndex: 0, playerState: 1 },
  },
  'nextVideo, at the end of a loop': {
    does: 'begins again',
    calls: [['setLoop', true], ['playVideoAt', 2], ['nextVideo']],
    reported: { playlistIndex: 0, playerState: 1 },
  },
};
