import createPlayer from 'youtube-player';
import { drivePlayer } from '../drive-player.ts';
import { placeholder } from '../page-options.ts';
import { handOver, report } from '../report.ts';

const first = createPlayer(placeholder('first'), { videoId: 'offstage001' });
const second = createPlayer(placeholder('second'), { videoId: 'offstage002' });
first.on('ready', () => report('first ready'));
second.on('ready', () => report('second ready'));
first.on('stateChange', ({ data }) => report('first', data));
second.on('stateChange', ({ data }) => report('second', data));

handOver({
  ...drivePlayer(() => first),
  destroy: () => first.destroy(),
  extra: {
    play: () => void second.playVideo(),
    time: () => second.getCurrentTime(),
    duration: () => second.getDuration(),
  },
});
