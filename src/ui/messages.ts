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
  captionsSize: 'Caption size',
  'captionsSize.-1': 'Small',
  'captionsSize.0': 'Normal',
  'captionsSize.1': 'Large',
  'captionsSize.2': 'Larger',
  'captionsSize.3': 'Largest',
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
  'error.auth.location.granted':
    'This video can be watched in some places only, and the server does not understand where your browser says you are.',
  'error.auth.location.denied':
    'This video can be watched in some places only, and the player may not find out where you are. Allow it in your browser’s settings for this site.',
  'error.auth.location.not_allowed':
    'This video can be watched in some places only, and the page around the player does not let it ask where you are. The page’s owner can: with allow="geolocation" on the player’s frame.',
  'error.auth.location.refused':
    'This video can be watched in some places only, and the player may not find out where you are. Allow it in your browser’s settings for this site; if you were not asked, the owner of the page has to let the player ask, with allow="geolocation" on its frame.',
  'error.auth.location.insecure':
    'This video can be watched in some places only, and browsers tell where you are only to pages that came by https. Open this page by its https address.',
  'error.auth.location.unsupported':
    'This video can be watched in some places only, and this browser cannot tell where you are. Try another browser.',
  'error.auth.location.unavailable':
    'This video can be watched in some places only, and your device cannot find out where it is. Switch its location services on.',
  'error.auth.location.timed_out':
    'This video can be watched in some places only, and your device did not find out in time where it is. Go where its reception is better.',
  'error.drm.auth': 'You may not watch this video: its licence was refused.',
  'error.drm.auth.expired': 'The licence to watch this video has expired. Try again to get a new one.',
  'error.drm.unavailable':
    'This video is encrypted, and this browser cannot decrypt it. Try another browser.',
  'error.drm.unavailable.not_allowed':
    'This video is encrypted, and the page around the player does not let it decrypt. The page’s owner can: with allow="encrypted-media" on the player’s frame.',
  'error.drm.unavailable.insecure':
    'This video is encrypted, and browsers decrypt only in pages that came by https. Open this page by its https address.',
  'error.drm.output_restricted':
    'This video may not be shown on this screen, or not the way it is connected. Try another screen, or stop sharing this one.',
  'error.drm.unreachable':
    'The licence for this video could not be loaded. Check your connection and try again.',
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
