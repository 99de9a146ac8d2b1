/** Input of an argument and its initial value. `label` is shown beside it. */
export type FunctionArgument = { label: string } & (
  | { kind: 'number'; value: number; max?: number }
  | { kind: 'switch'; value: boolean }
  /** The empty choice leaves the argument out. */
  | { kind: 'choice'; choices: readonly (string | number)[]; value: string | number }
  | { kind: 'text'; value: string }
  /** Any value, written as JSON. */
  | { kind: 'json'; value: string }
  /** An id or URL, with suggestions from the library. */
  | { kind: 'video' | 'video-url' | 'playlist' }
);

export interface HostFunction {
  name: string;
  args: readonly FunctionArgument[];
  /** One line beside the button. */
  note: string;
}

export interface FunctionGroup {
  title: string;
  functions: readonly HostFunction[];
}

const rates = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2];
const qualities = ['auto', 'hd1080', 'hd720', 'large', 'medium', 'small', 'tiny'];

const video = { label: 'video', kind: 'video' } as const;
const url = { label: 'URL', kind: 'video-url' } as const;
const start = { label: 'start', kind: 'number', value: 0 } as const;
const quality = {
  label: 'quality',
  kind: 'choice',
  choices: ['', ...qualities],
  value: '',
} as const;
const list = { label: 'list', kind: 'playlist' } as const;
const index = { label: 'index', kind: 'number', value: 0 } as const;
const isOn = { label: 'on', kind: 'switch', value: true } as const;
const captions = { label: 'module', kind: 'text', value: 'captions' } as const;
const range = { label: 'id', kind: 'text', value: 'intro' } as const;

/**
 * All functions that a host page may call (docs/host-api.md), with the arguments that the console
 * offers.
 */
export const functionGroups: readonly FunctionGroup[] = [
  {
    title: 'Playback',
    functions: [
      { name: 'playVideo', args: [], note: 'At the end of a playlist, starts it again.' },
      { name: 'pauseVideo', args: [], note: '' },
      { name: 'stopVideo', args: [], note: 'Back to the poster, cued.' },
      { name: 'clearVideo', args: [], note: 'Same as stopVideo.' },
      { name: 'mutedAutoplay', args: [], note: 'Plays muted, which needs no click.' },
      {
        name: 'seekTo',
        args: [
          { label: 'seconds', kind: 'number', value: 30 },
          { label: 'allowSeekAhead', kind: 'switch', value: true },
        ],
        note: 'Without allowSeekAhead: only within buffered media.',
      },
      {
        name: 'setPlaybackRate',
        // Not the function's name, because another field of the page has that label.
        args: [{ label: 'speed', kind: 'choice', choices: rates, value: 1.5 }],
        note: '',
      },
      {
        name: 'setPlaybackQuality',
        args: [{ label: 'quality', kind: 'choice', choices: qualities, value: 'large' }],
        note: 'Fixes the quality at this level.',
      },
    ],
  },
  {
    title: 'Sound',
    functions: [
      {
        name: 'setAudioTrack',
        args: [{ label: 'track', kind: 'json', value: '{"id":"1"}' }],
        note: 'A track from getAvailableAudioTracks.',
      },
      {
        name: 'setVolume',
        args: [{ label: 'percent', kind: 'number', value: 40, max: 100 }],
        note: '',
      },
      { name: 'mute', args: [], note: 'The volume stays.' },
      { name: 'unMute', args: [], note: 'Raises a volume below 5 to 5.' },
    ],
  },
  {
    title: 'Videos',
    functions: [
      {
        name: 'cueVideoById',
        args: [video, start, quality],
        note: 'Shows the poster, does not play.',
      },
      { name: 'loadVideoById', args: [video, start, quality], note: 'Plays the video.' },
      {
        name: 'cueVideoByUrl',
        args: [url, start],
        note: 'URL with /v/ID, /e/ID or /embed/ID.',
      },
      { name: 'loadVideoByUrl', args: [url, start], note: '' },
      { name: 'preloadVideoById', args: [video], note: 'Preloads the video for a later call.' },
    ],
  },
  {
    title: 'Playlists',
    functions: [
      {
        name: 'cuePlaylist',
        args: [list, index, start],
        note: 'A playlist id, or video ids separated by commas.',
      },
      { name: 'loadPlaylist', args: [list, index, start], note: 'Same, and plays.' },
      { name: 'nextVideo', args: [], note: '' },
      { name: 'previousVideo', args: [], note: '' },
      { name: 'playVideoAt', args: [{ ...index, value: 1 }], note: '' },
      { name: 'setLoop', args: [isOn], note: 'Loops the playlist or the single video.' },
      { name: 'setShuffle', args: [isOn], note: 'The current video comes first.' },
    ],
  },
  {
    title: 'Modules',
    functions: [
      { name: 'loadModule', args: [captions], note: 'Shows captions.' },
      { name: 'unloadModule', args: [captions], note: 'Hides captions.' },
      {
        name: 'setOption',
        args: [
          captions,
          {
            label: 'option',
            kind: 'choice',
            choices: ['track', 'fontSize', 'reload'],
            value: 'track',
          },
          { label: 'value (JSON)', kind: 'json', value: '{"languageCode":"es"}' },
        ],
        note: 'fontSize: -1 to 3; reload: true.',
      },
      {
        name: 'setSphericalProperties',
        args: [{ label: 'view (JSON)', kind: 'json', value: '{"yaw":90}' }],
        note: 'Accepted, no effect: 360° videos are not supported.',
      },
      {
        name: 'setSize',
        args: [
          { label: 'width', kind: 'number', value: 640 },
          { label: 'height', kind: 'number', value: 360 },
        ],
        note: 'Accepted, no effect: your page sizes the frame.',
      },
    ],
  },
  {
    title: 'Consent',
    functions: [
      {
        name: 'setConsent',
        args: [
          {
            label: 'consent',
            kind: 'choice',
            choices: ['granted', 'refused', 'pending'],
            value: 'granted',
          },
        ],
        note: 'The viewer’s answer about identification and storage.',
      },
    ],
  },
  {
    title: 'Cue ranges',
    functions: [
      {
        name: 'addCueRange',
        args: [
          range,
          { label: 'from', kind: 'number', value: 1 },
          { label: 'to', kind: 'number', value: 3 },
        ],
        note: 'Sends onCueRangeEnter and onCueRangeExit.',
      },
      { name: 'removeCueRange', args: [range], note: '' },
    ],
  },
  {
    title: 'Offstage',
    functions: [
      { name: 'diagnose', args: [], note: 'Replies with onDiagnose.' },
      {
        name: 'setPerformanceBudget',
        args: [{ label: 'limits (JSON)', kind: 'json', value: '{"blockingMs":100}' }],
        note: 'Replies with onPerformanceReport, if subscribed.',
      },
      { name: 'destroy', args: [], note: 'Stops the player and forgets this page.' },
    ],
  },
];
