/** Every text of the player. `{name}` is filled in by `t`. */
const english = {
  play: 'Play',
  pause: 'Pause',
  replay: 'Play again',
  seek: 'Seek',
  seekValue: '{time} of {duration}',
  live: 'Live',
  goLive: 'Go to live',
  mute: 'Mute',
  unmute: 'Unmute',
  volume: 'Volume',
  volumeValue: '{percent}%',
  captions: 'Captions',
  captionsOff: 'Off',
  settings: 'Settings',
  back: 'Back',
  quality: 'Quality',
  qualityAuto: 'Auto',
  qualityAutoPlaying: 'Auto ({name})',
  speed: 'Speed',
  speedNormal: 'Normal',
  fullscreen: 'Full screen',
  exitFullscreen: 'Leave full screen',
  next: 'Next video',
  previous: 'Previous video',
  errorTitle: 'This video is unavailable',
  errorDefault: 'This video cannot be played.',
  'error.api.invalidparam': 'The address of this video is not right. Check the link or the embed code.',
  'error.video.notfound': 'There is no video at this address. It may have been removed.',
  'error.fmt.noneavailable': 'This browser cannot play this video. Try another browser.',
  'error.fmt.decode': 'This video is damaged and cannot be played.',
  'error.html5.missingapi': 'This browser cannot play this video. Try another browser.',
  'error.net.retryexhausted': 'The video could not be loaded. Check your connection and try again.',
  controlsFailed: 'The controls have stopped working. The video is not affected.',
  retry: 'Try again',
} as const;

export type MessageKey = keyof typeof english;

export function t(key: MessageKey, values: Record<string, string> = {}): string {
  return english[key].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}

/** @returns the sentence for an error of the catalogue; `null` for errors that only the server can explain */
export function errorMessage(name: string): string | null {
  const key = `error.${name}`;
  return Object.hasOwn(english, key) ? t(key as MessageKey) : null;
}
