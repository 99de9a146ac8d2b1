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
      { name: 'playVideo', args: [], note: 'After the end of a list it starts the list again.' },
      { name: 'pauseVideo', args: [], note: '' },
      { name: 'stopVideo', args: [], note: 'Back to the first picture, waiting.' },
      { name: 'clearVideo', args: [], note: 'The same.' },
      { name: 'mutedAutoplay', args: [], note: 'Plays without sound, which needs no gesture.' },
      {
        name: 'seekTo',
        args: [
          { label: 'second', kind: 'number', value: 30 },
          { label: 'ahead', kind: 'switch', value: true },
        ],
        note: 'Not ahead: only where the media is there already.',
      },
      {
        name: 'setPlaybackRate',
        // Not the function's name, because another field of the page has that label.
        args: [{ label: 'times', kind: 'choice', choices: rates, value: 1.5 }],
        note: '',
      },
      {
        name: 'setPlaybackQuality',
        args: [{ label: 'quality', kind: 'choice', choices: qualities, value: 'large' }],
        note: 'Keeps the picture at this height.',
      },
    ],
  },
  {
    title: 'Sound',
    functions: [
      {
        name: 'setAudioTrack',
        args: [{ label: 'track', kind: 'json', value: '{"id":"1"}' }],
        note: 'One of those that getAvailableAudioTracks gives.',
      },
      {
        name: 'setVolume',
        args: [{ label: 'percent', kind: 'number', value: 40, max: 100 }],
        note: '',
      },
      { name: 'mute', args: [], note: 'Keeps the volume.' },
      { name: 'unMute', args: [], note: 'Raises a volume under 5 to 5.' },
    ],
  },
  {
    title: 'Videos',
    functions: [
      { name: 'cueVideoById', args: [video, start, quality], note: 'Shows it and waits.' },
      { name: 'loadVideoById', args: [video, start, quality], note: 'Plays it.' },
      {
        name: 'cueVideoByUrl',
        args: [url, start],
        note: 'The id is read from /v/, /e/ or /embed/.',
      },
      { name: 'loadVideoByUrl', args: [url, start], note: '' },
      { name: 'preloadVideoById', args: [video], note: 'Fetches what a later call needs.' },
    ],
  },
  {
    title: 'Playlists',
    functions: [
      { name: 'cuePlaylist', args: [list, index, start], note: 'An id, or video ids with commas.' },
      { name: 'loadPlaylist', args: [list, index, start], note: 'The same, and plays.' },
      { name: 'nextVideo', args: [], note: '' },
      { name: 'previousVideo', args: [], note: '' },
      { name: 'playVideoAt', args: [{ ...index, value: 1 }], note: '' },
      { name: 'setLoop', args: [isOn], note: 'The list, or the single video.' },
      { name: 'setShuffle', args: [isOn], note: 'What plays now comes first.' },
    ],
  },
  {
    title: 'Modules',
    functions: [
      { name: 'loadModule', args: [captions], note: 'Shows captions.' },
      { name: 'unloadModule', args: [captions], note: 'Hides them.' },
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
        note: 'Accepted; no video is spherical.',
      },
      {
        name: 'setSize',
        args: [
          { label: 'width', kind: 'number', value: 640 },
          { label: 'height', kind: 'number', value: 360 },
        ],
        note: 'Accepted; the page sizes the frame.',
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
        note: 'What the viewer has said to being told apart and having things stored.',
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
        note: 'Tells by onCueRangeEnter and onCueRangeExit.',
      },
      { name: 'removeCueRange', args: [range], note: '' },
    ],
  },
  {
    title: 'Offstage',
    functions: [
      { name: 'diagnose', args: [], note: 'Answers with onDiagnose.' },
      {
        name: 'setPerformanceBudget',
        args: [{ label: 'limits (JSON)', kind: 'json', value: '{"blockingMs":100}' }],
        note: 'Tells by onPerformanceReport, if that is subscribed to.',
      },
      { name: 'destroy', args: [], note: 'Stops, and forgets this page.' },
    ],
  },
];
