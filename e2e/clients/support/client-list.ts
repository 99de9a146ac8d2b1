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

/** What a page must offer for a step; the steps about errors need no more than an address. */
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
  /** Of its page. */
  name: string;
  /** What the client's page reports, see `Window.heard`. */
  events: {
    ready: string;
    playing: string;
    paused: string;
    /** After a seek of a paused player, where the client tells. */
    seeked?: string;
    volume?: string;
    rate?: string;
    error?: (code: number) => string;
  };
  /** Once another video is loaded: it plays, or it waits to be played; `rebuilds` is ready anew first. */
  afterLoad?: 'plays' | 'waits' | 'rebuilds';
  /** The steps that this client does not have, and why. */
  lacks: Partial<Record<Step, string>>;
  /** It asks for the length at the states −1 and 1 only, and at −1 nothing is loaded yet. */
  learnsDurationByPlaying?: true;
  /** What fails after `destroy` before the player is asked, on YouTube as here. */
  notAfterDestroy?: readonly Action[];
  /** What the client itself writes to the console, on YouTube as here. */
  noise?: RegExp;
  /** The same, when a video has an error. */
  errorNoise?: RegExp;
}

const noPlaylist = 'It plays one video and knows no playlists.';
const noRawId = 'It takes addresses and finds no id of 11 characters in a malformed one.';
const sdkEvents = (name: (event: string) => string) => ({
  playing: `${name('StateChange')} 1`,
  paused: `${name('StateChange')} 2`,
  rate: `${name('PlaybackRateChange')} 1.5`,
  error: (code: number) => `${name('Error')} ${code}`,
});
const withOn = (event: string) => `on${event}`;
const lowerFirst = (event: string) => event.charAt(0).toLowerCase() + event.slice(1);

/** Of the ways to the player one each: the API's own object, an element, the wire by hand (two kinds), a worker. */
export const representatives = [
  'iframe-api',
  'youtube-video-element',
  'vidstack',
  'plyr',
  'video-worker',
];

/** Every client and what it has; `lite-youtube` and `player-js` have no player object of this kind and tests of their own. */
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
    // React renders nothing any more into a root that it has unmounted.
    notAfterDestroy: ['load'],
  },
  {
    name: 'angular',
    events: { ready: 'ready', ...sdkEvents(lowerFirst) },
    afterLoad: 'rebuilds',
    lacks: { playlist: 'Its component has no functions for playlists.' },
    // Angular destroys an application once.
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
    lacks: { playlist: 'A media element has no next.', 'malformed id': noRawId },
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
      playlist: 'A media element has no next.',
      'malformed id': noRawId,
      'calls after destroy': 'It is driven by its props, and without it there are none.',
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
    lacks: {
      playlist: noPlaylist,
      'unknown video': 'It hears infoDelivery only and tells nothing of errors.',
      'refused video': 'It hears infoDelivery only and tells nothing of errors.',
      'malformed id': noRawId,
      'calls after destroy': 'Its own element is empty then, and throws.',
    },
    // It keeps a promise for every command, and when destroyed breaks those of mute, seek, volume and rate.
    noise: /^uncaught: provider destroyed$/,
  },
  {
    name: 'plyr',
    events: {
      ready: 'ready',
      playing: 'playing',
      paused: 'pause',
      // It waits for a change of state, which a seek of a paused player does not bring.
      volume: 'volumechange',
      rate: 'ratechange',
      error: (code) => `error ${code}`,
    },
    afterLoad: 'rebuilds',
    lacks: {
      playlist: noPlaylist,
      'calls after destroy': 'It takes itself apart, and throws.',
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
      // It keeps the numbers under 1000 for its own.
      error: (code) => `error ${1000 + code}`,
    },
    afterLoad: 'waits',
    learnsDurationByPlaying: true,
    lacks: { playlist: noPlaylist, 'malformed id': noRawId },
    // It has taken itself apart; a play it puts off, and finds nothing then.
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
