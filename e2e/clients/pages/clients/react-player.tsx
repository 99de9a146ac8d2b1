import { createRoot } from 'react-dom/client';
import ReactPlayer from 'react-player';
import { driveMediaElement } from '../drive-media-element.ts';
import { firstVideoId, stage } from '../page-options.ts';
import { handOver, report } from '../report.ts';

const root = createRoot(stage());
let element: HTMLVideoElement | null = null;
let props = { videoId: firstVideoId, playing: false, volume: 1, muted: false, playbackRate: 1 };

function show(changes: Partial<typeof props>): void {
  props = { ...props, ...changes };
  const { videoId, ...settings } = props;
  root.render(
    <ReactPlayer
      {...settings}
      src={`https://www.youtube.com/watch?v=${videoId}`}
      ref={(video) => {
        element = video;
      }}
      onReady={() => report('onReady')}
      onStart={() => report('onStart')}
      onLoadedMetadata={() => report('onLoadedMetadata')}
      onPlay={() => report('onPlay')}
      onPlaying={() => report('onPlaying')}
      onPause={() => report('onPause')}
      onSeeked={() => report('onSeeked')}
      onEnded={() => report('onEnded')}
      onTimeUpdate={() => report('onTimeUpdate')}
      onProgress={() => report('onProgress')}
      onDurationChange={() => report('onDurationChange')}
      onVolumeChange={() => report('onVolumeChange')}
      onRateChange={() => report('onRateChange')}
      onError={() => report('onError', element?.error?.code)}
    />,
  );
}

function player(): HTMLVideoElement {
  if (element === null) throw new Error('The player has not been rendered yet.');
  return element;
}

show({});
handOver({
  ...driveMediaElement(player),
  play: () => show({ playing: true }),
  pause: () => show({ playing: false }),
  setVolume: (volume) => show({ volume: volume / 100 }),
  mute: () => show({ muted: true }),
  unmute: () => show({ muted: false }),
  setRate: (playbackRate) => show({ playbackRate }),
  load: (videoId) => show({ videoId }),
  destroy: () => root.unmount(),
});
