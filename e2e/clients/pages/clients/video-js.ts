import videojs from 'video.js';
import 'video.js/dist/video-js.css';
import 'videojs-youtube';
import { firstVideoId, stage } from '../page-options.ts';
import { handOver, report } from '../report.ts';

const element = document.createElement('video-js');
element.className = 'video-js';
stage().append(element);
const source = (videoId: string) => ({
  type: 'video/youtube',
  src: `https://www.youtube.com/watch?v=${videoId}`,
});
const player = videojs(element, {
  controls: true,
  techOrder: ['youtube'],
  sources: [source(firstVideoId)],
});
player.ready(() => report('ready'));
for (const name of [
  'loadedmetadata',
  'play',
  'playing',
  'pause',
  'ended',
  'seeking',
  'seeked',
  'waiting',
])
  player.on(name, () => report(name));
for (const name of ['timeupdate', 'durationchange', 'volumechange', 'ratechange'])
  player.on(name, () => report(name));
player.on('error', () => report('error', player.error()?.code));

handOver({
  play: () => void player.play(),
  pause: () => player.pause(),
  time: () => player.currentTime() ?? Number.NaN,
  duration: () => player.duration() ?? Number.NaN,
  seek: (seconds) => player.currentTime(seconds),
  isPaused: () => player.paused(),
  setVolume: (volume) => player.volume(volume / 100),
  volume: () => Math.round((player.volume() ?? Number.NaN) * 100),
  mute: () => player.muted(true),
  unmute: () => player.muted(false),
  isMuted: () => player.muted() ?? false,
  setRate: (rate) => player.playbackRate(rate),
  rate: () => player.playbackRate() ?? Number.NaN,
  load: (videoId) => player.src(source(videoId)),
  destroy: () => player.dispose(),
});
