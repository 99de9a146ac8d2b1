import playerjs from 'player.js';
import { firstVideoId, stage } from '../page-options.ts';
import { handOver, report } from '../report.ts';

const frame = document.createElement('iframe');
frame.allow = 'autoplay; fullscreen';
frame.width = '640';
frame.height = '360';
frame.src = `https://www.youtube.com/embed/${firstVideoId}`;
stage().append(frame);

const player = new playerjs.Player(frame);
player.on('ready', () => report('ready'));
for (const name of ['play', 'pause', 'ended']) player.on(name, () => report(name));
for (const name of ['timeupdate', 'progress', 'error'])
  player.on(name, (value) => report(name, value));

const ask = <T>(getter: (answer: (value: T) => void) => void) =>
  new Promise<T>((resolve) => getter(resolve));

handOver({
  play: () => player.play(),
  pause: () => player.pause(),
  time: () => ask<number>((answer) => player.getCurrentTime(answer)),
  duration: () => ask<number>((answer) => player.getDuration(answer)),
  seek: (seconds) => player.setCurrentTime(seconds),
  isPaused: () => ask<boolean>((answer) => player.getPaused(answer)),
  setVolume: (volume) => player.setVolume(volume),
  volume: () => ask<number>((answer) => player.getVolume(answer)),
  mute: () => player.mute(),
  unmute: () => player.unmute(),
  isMuted: () => ask<boolean>((answer) => player.getMuted(answer)),
  extra: {
    setLoop: (isLooping: boolean) => player.setLoop(isLooping),
    loop: () => ask<boolean>((answer) => player.getLoop(answer)),
    supports: (kind: 'event' | 'method', names: string | string[]) => player.supports(kind, names),
    call: (method: string) => player.send({ method }),
    listenForReady: () => player.on('ready', () => report('ready again')),
    stopListening: (event: string) => player.off(event),
  },
});
