import Plyr from 'plyr';
import 'plyr/dist/plyr.css';
import { driveMediaElement } from '../drive-media-element.ts';
import { firstVideoId, placeholder } from '../page-options.ts';
import { handOver, report } from '../report.ts';

const element = placeholder();
element.dataset.plyrProvider = 'youtube';
element.dataset.plyrEmbedId = firstVideoId;

// Plyr would load its icons from its own CDN.
const player = new Plyr(element, { loadSprite: false });
for (const name of ['ready', 'play', 'playing', 'pause', 'ended', 'seeking', 'seeked'])
  player.on(name, () => report(name));
for (const name of ['timeupdate', 'volumechange', 'ratechange', 'waiting', 'statechange'])
  player.on(name, ({ detail }) => report(name, detail?.code));
// Plyr keeps the error on the element that replaced ours.
player.on('error', () => report('error', player.media.error?.code));

handOver({
  ...driveMediaElement(() => ({
    play: () => player.play(),
    pause: () => player.pause(),
    get currentTime() {
      return player.currentTime;
    },
    set currentTime(seconds) {
      player.currentTime = seconds;
    },
    get duration() {
      return player.duration;
    },
    get paused() {
      return player.paused;
    },
    get volume() {
      return player.volume;
    },
    set volume(volume) {
      player.volume = volume;
    },
    get muted() {
      return player.muted;
    },
    set muted(muted) {
      player.muted = muted;
    },
    get playbackRate() {
      return player.speed;
    },
    set playbackRate(rate) {
      player.speed = rate;
    },
  })),
  load: (videoId) => {
    player.source = { type: 'video', sources: [{ src: videoId, provider: 'youtube' }] };
  },
  destroy: () => player.destroy(),
  extra: {
    speeds: () => player.options.speed,
    host: () => document.querySelector('iframe')?.src,
  },
});
