import { createRoot } from 'react-dom/client';
import YouTube, { type YouTubePlayer } from 'react-youtube';
import { drivePlayer, drivePlaylist } from '../drive-player.ts';
import { firstVideoId, stage } from '../page-options.ts';
import { handOver, report } from '../report.ts';

const root = createRoot(stage());
let player: YouTubePlayer;

function show(videoId: string): void {
  root.render(
    <YouTube
      videoId={videoId}
      opts={{ playerVars: { playsinline: 1 } }}
      iframeClassName="frame"
      onReady={({ target }) => {
        player = target;
        report('onReady', videoId);
      }}
      onPlay={() => report('onPlay')}
      onPause={() => report('onPause')}
      onEnd={() => report('onEnd')}
      onStateChange={({ data }) => report('onStateChange', data)}
      onPlaybackRateChange={({ data }) => report('onPlaybackRateChange', data)}
      onError={({ data }) => report('onError', data)}
    />,
  );
}

show(firstVideoId);
handOver({
  ...drivePlayer(() => player),
  ...drivePlaylist(() => player),
  load: show,
  destroy: () => root.unmount(),
});
