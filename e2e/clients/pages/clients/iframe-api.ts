import { drivePlayer, drivePlaylist } from '../drive-player.ts';
import { firstVideoId, placeholder } from '../page-options.ts';
import { handOver, report } from '../report.ts';

declare global {
  interface Window {
    onYouTubeIframeAPIReady?(): void;
  }
}

// From YouTube's documentation, "Getting started".
const tag = document.createElement('script');
tag.src = 'https://www.youtube.com/iframe_api';
document.head.append(tag);

placeholder();
window.onYouTubeIframeAPIReady = () => {
  const player = new YT.Player('player', {
    width: '640',
    height: '360',
    videoId: firstVideoId,
    playerVars: { playsinline: 1 },
    events: {
      onReady: () => report('onReady', player.getPlayerState()),
      onStateChange: ({ data }) => report('onStateChange', data),
      onPlaybackRateChange: ({ data }) => report('onPlaybackRateChange', data),
      onPlaybackQualityChange: ({ data }) => report('onPlaybackQualityChange', data),
      onError: ({ data }) => report('onError', data),
      onApiChange: () => report('onApiChange'),
    },
  });

  handOver({
    ...drivePlayer(() => player),
    ...drivePlaylist(() => player),
    load: (videoId) => void player.loadVideoById(videoId),
    destroy: () => player.destroy(),
    extra: {
      cue: (videoId: string) => void player.cueVideoById(videoId),
      cueAndPlay: (videoId: string) => {
        player.cueVideoById(videoId);
        player.playVideo();
      },
      url: () => player.getVideoUrl(),
      data: () => player.getVideoData(),
      playlist: () => player.getPlaylist(),
      rates: () => player.getAvailablePlaybackRates(),
      loadedFraction: () => player.getVideoLoadedFraction(),
      embedCode: () => player.getVideoEmbedCode(),
      frame: () => player.getIframe().outerHTML,
    },
  });
};
