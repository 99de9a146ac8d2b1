import VideoWorker from 'video-worker';
import { firstVideoId, stage } from '../page-options.ts';
import { handOver, report } from '../report.ts';

const worker = new VideoWorker(`https://www.youtube.com/watch?v=${firstVideoId}`, {
  autoplay: false,
  loop: false,
  mute: false,
  volume: 100,
  showControls: true,
});
for (const name of ['ready', 'started', 'play', 'pause', 'ended', 'timeupdate', 'volumechange'])
  worker.on(name, () => report(name));
worker.on('error', (event) => report('error', (event as { data: number }).data));

/**
 * VideoWorker creates the frame in a hidden corner. The page moves it into place, which reloads it.
 */
worker.getVideo((frame) => {
  const corner = frame.parentElement;
  stage().append(frame);
  corner?.remove();
  report('moved');
});

handOver({
  play: () => worker.play(),
  pause: () => worker.pause(),
  time: () => new Promise((resolve) => worker.getCurrentTime(resolve)),
  // VideoWorker does not expose the duration, so ask the player that it wraps.
  duration: () => (worker.player as YT.Player | undefined)?.getDuration() ?? Number.NaN,
  seek: (seconds) => worker.setCurrentTime(seconds),
  isPaused: () =>
    (worker.player as YT.Player | undefined)?.getPlayerState() === YT.PlayerState.PAUSED,
  setVolume: (volume) => worker.setVolume(volume),
  volume: () => new Promise((resolve) => worker.getVolume((volume) => resolve(Number(volume)))),
  mute: () => worker.mute(),
  unmute: () => worker.unmute(),
  isMuted: () => new Promise((resolve) => worker.getMuted((isMuted) => resolve(isMuted === true))),
  destroy: () => worker.destroy(),
});
