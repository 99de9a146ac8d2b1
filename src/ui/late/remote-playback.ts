import { createValue, type Value } from '../../parts/create-value.ts';

/** Plays on another screen: AirPlay in Safari, Cast in Chromium. */
export interface RemotePlaybackControl {
  /** Another screen is available, and this video can play on it. */
  isPossible: Value<boolean>;
  isOn: Value<boolean>;
  /** Opens the browser's dialog, where the viewer chooses a screen or stops using one. */
  choose(): void;
}

interface AirPlayVideo extends HTMLVideoElement {
  webkitShowPlaybackTargetPicker?: () => void;
  webkitCurrentPlaybackTargetIsWireless?: boolean;
}

/** Watches for other screens until the player ends, so each player makes only one. */
export function createRemotePlayback(
  element: HTMLVideoElement,
  signal: AbortSignal,
): RemotePlaybackControl {
  const video: AirPlayVideo = element;
  const isPossible = createValue(false);
  const isOn = createValue(false);
  const watch = video.webkitShowPlaybackTargetPicker ? watchAirPlay : watchRemote;
  // Looking for screens scans the viewer's network, so wait until a video plays.
  if (!video.paused) watch();
  else video.addEventListener('playing', watch, { signal, once: true });

  function watchAirPlay(): void {
    video.addEventListener(
      'webkitplaybacktargetavailabilitychanged',
      (event) =>
        isPossible.set((event as Event & { availability?: string }).availability === 'available'),
      { signal },
    );
    video.addEventListener(
      'webkitcurrentplaybacktargetiswirelesschanged',
      () => isOn.set(video.webkitCurrentPlaybackTargetIsWireless === true),
      { signal },
    );
  }

  function watchRemote(): void {
    if (!('remote' in video)) return;
    const { remote } = video;
    // Media that the page puts together (MSE) cannot play elsewhere: the browser rejects or never
    // calls back.
    remote.watchAvailability((isAvailable) => isPossible.set(isAvailable)).catch(() => undefined);
    signal.addEventListener(
      'abort',
      () => void remote.cancelWatchAvailability().catch(() => undefined),
    );
    for (const name of ['connecting', 'connect', 'disconnect'] as const)
      remote.addEventListener(name, () => isOn.set(remote.state !== 'disconnected'), { signal });
  }

  return {
    isPossible,
    isOn,
    choose() {
      if (video.webkitShowPlaybackTargetPicker) video.webkitShowPlaybackTargetPicker();
      // The viewer chose no screen.
      else video.remote.prompt().catch(() => undefined);
    },
  };
}
