import createPlayer from 'youtube-player';
import { drivePlayer, drivePlaylist } from '../drive-player.ts';
import { firstVideoId, placeholder } from '../page-options.ts';
import { handOver, report } from '../report.ts';

const player = createPlayer(placeholder(), { videoId: firstVideoId });
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
  load: (videoId) => void player.loadVideoById(videoId),
  destroy: () => player.destroy(),
});
