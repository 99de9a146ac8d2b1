import type { Action } from './driver.ts';

export type Step =
  | 'play'
  | 'pause'
  | 'seek'
  | 'volume'
  | 'rate'
  | 'duration'
  | 'load'
  | 'playlist'
  | 'unknown video'
  | 'refused video'
  | 'malformed id'
  | 'destroy'
  | 'calls after destroy';

/** Members of a page's driver that each step needs. The steps about errors need only an address. */
export const stepActions: Partial<Record<Step, readonly Action[]>> = {
  play: ['play', 'time'],
  pause: ['pause', 'isPaused'],
  seek: ['seek'],
  volume: ['setVolume', 'volume', 'mute', 'unmute', 'isMuted'],
  rate: ['setRate', 'rate'],
  duration: ['duration'],
  load: ['load'],
  playlist: ['loadPlaylist', 'next', 'previous', 'playAt', 'playlistIndex'],
  destroy: ['destroy'],
};

export interface ClientDescription {
  /** Name of its page. */
  name: string;
  /** The log entries that the client's page writes, see `Window.received`. */
  events: {
    ready: string;
    playing: string;
    paused: string;
    /** After a seek while paused, if the client reports it. */
    seeked?: string;
    volume?: string;
    rate?: string;
    error?: (code: number) => string;
  };
  /**
   * After loading another video: it plays, waits to be played, or (`rebuilds`) first becomes ready
   * again.
   */
  afterLoad?: 'plays' | 'waits' | 'rebuilds';
  /**
   * It takes a late message of the video before for one of the new video, and pauses that. Its code
   * does the same with YouTube's player (not tried). A video that does not play sends none.
   */
  loadsWhilePaused?: true;
  /** Steps that this client does not support, with the reason. */
  lacks: Partial<Record<Step, string>>;
  /** It asks for the duration only at states −1 and 1, and at −1 nothing is loaded yet. */
  learnsDurationByPlaying?: true;
  /** Actions that fail after `destroy` before they reach the player, also with YouTube's player. */
  notAfterDestroy?: readonly Action[];
  /** The client's own console messages, also with YouTube's player. */
  noise?: RegExp;
  /** The same, for a video with an error. */
  errorNoise?: RegExp;
}

const noPlaylist = 'It plays one video and does not support playlists.';
const noRawId = 'It accepts addresses, and finds no id of 11 characters in a malformed one.';
const sdkEvents = (name: (event: string) => string) => ({
  playing: `${name('StateChange')} 1`,
  paused: `${name('StateChange')} 2`,
  rate: `${name('PlaybackRateChange')} 1.5`,
  error: (code: number) => `${name('Error')} ${code}`,
});
const withOn = (event: string) => `on${event}`;
const lowerFirst = (event: string) => event.charAt(0).toLowerCase() + event.slice(1);

/** One client of YouTube's own script, and one with messages of its own. */
export const representatives = ['iframe-api', 'vidstack'];

/**
 * Every client and its features. `lite-youtube` and `player-js` have no such player object, and
 * their own tests.
 */
export const clientList: readonly ClientDescription[] = [
  {
    name: 'iframe-api',
    events: { ready: 'onReady 5', ...sdkEvents(withOn) },
    afterLoad: 'plays',
    lacks: {},
  },
  {
    name: 'youtube-player',
    events: {
      ready: 'ready',
      volume: 'volumeChange 30',
      ...sdkEvents(lowerFirst),
    },
    afterLoad: 'plays',
    lacks: {},
  },
  {
    name: 'react-youtube',
    events: { ready: 'onReady "offstage001"', ...sdkEvents(withOn) },
    afterLoad: 'rebuilds',
    lacks: {},
    // React cannot render into a root that it has unmounted.
    notAfterDestroy: ['load'],
  },
  {
    name: 'angular',
    events: { ready: 'ready', ...sdkEvents(lowerFirst) },
    afterLoad: 'rebuilds',
    lacks: { playlist: 'Its component has no functions for playlists.' },
    // Angular destroys an application only once.
    notAfterDestroy: ['destroy'],
  },
  {
    name: 'youtube-video-element',
    events: {
      ready: 'loadcomplete',
      playing: 'playing',
      paused: 'pause',
      seeked: 'seeked',
      volume: 'volumechange',
      rate: 'ratechange',
      error: (code) => `error ${code}`,
    },
    afterLoad: 'rebuilds',
    lacks: { playlist: 'A media element has no next video.', 'malformed id': noRawId },
    errorNoise: /^error: \{target: /,
  },
  {
    name: 'react-player',
    events: {
      ready: 'onLoadedMetadata',
      playing: 'onPlaying',
      paused: 'onPause',
      seeked: 'onSeeked',
      volume: 'onVolumeChange',
      rate: 'onRateChange',
      error: (code) => `onError ${code}`,
    },
    afterLoad: 'rebuilds',
    lacks: {
      playlist: 'A media element has no next video.',
      'malformed id': noRawId,
      'calls after destroy': 'Its props drive it, and a destroyed component has none.',
    },
    errorNoise: /^error: \{target: /,
  },
  {
    name: 'vidstack',
    events: {
      ready: 'can-play',
      playing: 'playing',
      paused: 'pause',
      seeked: 'seeked',
      volume: 'volume-change',
      rate: 'rate-change',
    },
    afterLoad: 'rebuilds',
    loadsWhilePaused: true,
    lacks: {
      playlist: noPlaylist,
      'unknown video': 'It receives only infoDelivery and reports no errors.',
      'refused video': 'It receives only infoDelivery and reports no errors.',
      'malformed id': noRawId,
      'calls after destroy': 'Its own element is empty afterwards, and throws.',
    },
    // It keeps a promise for every command. When destroyed, it rejects those of mute, seek, volume
    // and rate.
    noise: /^uncaught: provider destroyed$/,
  },
  {
    name: 'plyr',
    events: {
      ready: 'ready',
      playing: 'playing',
      paused: 'pause',
      // It waits for a state change, which a seek while paused does not cause.
      volume: 'volumechange',
      rate: 'ratechange',
      error: (code) => `error ${code}`,
    },
    afterLoad: 'rebuilds',
    lacks: {
      playlist: noPlaylist,
      'calls after destroy': 'It destroys itself, and then throws.',
    },
  },
  {
    name: 'video-js',
    events: {
      ready: 'ready',
      playing: 'playing',
      paused: 'pause',
      seeked: 'seeked',
      volume: 'volumechange',
      rate: 'ratechange',
      // It reserves the numbers under 1000.
      error: (code) => `error ${1000 + code}`,
    },
    afterLoad: 'waits',
    learnsDurationByPlaying: true,
    lacks: { playlist: noPlaylist, 'malformed id': noRawId },
    // It has destroyed itself; a delayed play then finds no player.
    notAfterDestroy: ['load', 'destroy', 'play'],
    noise: /VIDEOJS: WARN: videojs\.createTimeRange is deprecated/,
    errorNoise: /VIDEOJS: ERROR: \(CODE:1\d\d\d /,
  },
  {
    name: 'video-worker',
    events: {
      ready: 'ready',
      playing: 'play',
      paused: 'pause',
      volume: 'volumechange',
      error: (code) => `error ${code}`,
    },
    lacks: {
      rate: 'It has no function for the rate.',
      load: 'One instance is one video.',
      playlist: noPlaylist,
      'malformed id': noRawId,
    },
  },
];
