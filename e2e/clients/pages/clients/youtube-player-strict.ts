import createPlayer from 'youtube-player';
import { drivePlayer, drivePlaylist } from '../drive-player.ts';
import { firstVideoId, placeholder } from '../page-options.ts';
import { handOver, report } from '../report.ts';

// Strict mode resolves a promise only when the player is in a matching state.
const player = createPlayer(placeholder(), { videoId: firstVideoId }, true);
player.on('ready', () => report('ready'));
player.on('stateChange', ({ data }) => report('stateChange', data));
const on = (
  name: 'playbackRateChange' | 'volumeChange' | 'error',
  read: (data: never) => unknown,
) => player.on(name, (event) => report(name, read((event as CustomEvent & { data: never }).data)));
on('playbackRateChange', (rate: number) => rate);
on('volumeChange', ({ volume }: { volume: number }) => volume);
on('error', (code: number) => code);

handOver({
  ...drivePlayer(() => player),
  ...drivePlaylist(() => player),
  play: () => player.playVideo().then(() => report('play kept')),
  pause: () => player.pauseVideo().then(() => report('pause kept')),
  seek: (seconds) => player.seekTo(seconds, true).then(() => report('seek kept')),
  load: (videoId) => void player.loadVideoById(videoId),
  destroy: () => player.destroy(),
});
