/**
 * A program in the style of YouTube's documents. Compiled twice: here against `@types/youtube`, in
 * `../offstage` against our module.
 */
let player: YT.Player;
let stateName = '';

export function onYouTubeIframeAPIReady(): void {
  const options: YT.PlayerOptions = {
    height: '390',
    width: 640,
    videoId: 'M7lc1UVf-VE',
    host: 'https://www.youtube-nocookie.com',
    playerVars: {
      playsinline: 1,
      autoplay: 0,
      controls: 1,
      start: 10,
      end: 20,
      listType: 'playlist',
      color: 'red',
    },
    events: { onReady: onPlayerReady, onStateChange: onPlayerStateChange, onError },
  };
  player = new YT.Player('player', options);
  const element = document.querySelector('div');
  if (element !== null) player = new YT.Player(element);
}

function onPlayerReady(event: YT.PlayerEvent): void {
  event.target.setVolume(50);
  event.target.playVideo();
  event.target.addEventListener('onPlaybackRateChange', (change) => show(change.data.toFixed(2)));
  event.target.addEventListener('onStateChange', onPlayerStateChange);
  event.target.removeEventListener('onStateChange', onPlayerStateChange);
}

function onPlayerStateChange(event: YT.OnStateChangeEvent): void {
  if (event.data === YT.PlayerState.PLAYING) setTimeout(() => player.stopVideo(), 6_000);
  switch (event.data) {
    case YT.PlayerState.UNSTARTED:
      stateName = 'unstarted';
      break;
    case YT.PlayerState.ENDED:
      stateName = 'ended';
      break;
    default:
      stateName = '';
  }
}

function onError({ data, target }: YT.OnErrorEvent): void {
  if (data === YT.PlayerError.VideoNotFound) target.nextVideo();
}

export function control(settings: YT.VideoByIdSettings, quality: YT.SuggestedVideoQuality): string {
  player.loadVideoById('bHQqvYy5KYo', 5, 'large');
  player.loadVideoById(settings);
  player.cueVideoById({ videoId: 'bHQqvYy5KYo', startSeconds: 5, endSeconds: 60 });
  player.cueVideoByUrl('https://www.youtube.com/v/bHQqvYy5KYo', 5);
  player.loadVideoByUrl({ mediaContentUrl: 'https://www.youtube.com/v/bHQqvYy5KYo' });
  player.cuePlaylist(['bHQqvYy5KYo', 'M7lc1UVf-VE'], 1, 5);
  player.loadPlaylist({ list: 'PLx', listType: 'playlist', index: 1 });
  player.seekTo(player.getCurrentTime() + 10, true);
  player.setPlaybackRate(1.5);
  player.setPlaybackQuality(quality);
  player.setSize(320, 180);
  player.setLoop(true);
  player.setShuffle(true);
  player.playVideoAt(2);
  player.previousVideo();
  if (player.isMuted()) player.unMute();
  else player.mute();
  const rates: number[] = player.getAvailablePlaybackRates();
  const ids: string[] = player.getPlaylist();
  const frame: HTMLIFrameElement = player.getIframe();
  const { video_id, title, author } = player.getVideoData();
  const { fov = 100 } = player.getSphericalProperties();
  player.setSphericalProperties({ fov });
  const state: YT.PlayerState = player.getPlayerState();
  const levels: YT.SuggestedVideoQuality[] = player.getAvailableQualityLevels();
  show(player.getVideoUrl(), player.getVideoEmbedCode(), video_id, title, author, stateName);
  show(String(state + player.getVolume() + player.getDuration() + player.getVideoLoadedFraction()));
  player.destroy();
  return [...rates, ...ids, ...levels, frame.id, player.getPlaylistIndex()].join();
}

function show(...texts: string[]): void {
  document.title = texts.join(' ');
}
