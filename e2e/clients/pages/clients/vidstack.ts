import 'vidstack/player';
import 'vidstack/player/styles/base.css';
import type { MediaPlayerElement } from 'vidstack/elements';
import { firstVideoId, stage } from '../page-options.ts';
import { handOver, report, reportEvents } from '../report.ts';

const player = document.createElement('media-player') as MediaPlayerElement;
player.src = `youtube/${firstVideoId}`;
player.append(document.createElement('media-provider'));
reportEvents(player, [
  'can-play',
  'play',
  'playing',
  'pause',
  'seeking',
  'seeked',
  'ended',
  'volume-change',
]);
reportEvents(player, ['rate-change', 'time-update', 'error']);
player.addEventListener('title-change', ({ detail }) => report('title-change', detail));
player.addEventListener('duration-change', ({ detail }) => report('duration-change', detail));
stage().append(player);

handOver({
  play: () => player.play(),
  pause: () => player.pause(),
  time: () => player.currentTime,
  duration: () => player.duration,
  seek: (seconds) => {
    player.currentTime = seconds;
  },
  isPaused: () => player.paused,
  setVolume: (volume) => {
    player.volume = volume / 100;
  },
  volume: () => Math.round(player.volume * 100),
  mute: () => {
    player.muted = true;
  },
  unmute: () => {
    player.muted = false;
  },
  isMuted: () => player.muted,
  setRate: (rate) => {
    player.playbackRate = rate;
  },
  rate: () => player.playbackRate,
  load: (videoId) => {
    player.src = `youtube/${videoId}`;
  },
  destroy: () => player.destroy(),
  extra: {
    seekable: () => [player.state.seekableStart, player.state.seekableEnd],
    bufferedEnd: () => player.state.bufferedEnd,
  },
});
