import { element } from '../element.ts';
import { stateName } from '../state-name.ts';
import { loadScript } from './load-script.ts';
import type { ClientDeps, ClientKind, RemotePlayer } from './remote-player.ts';

type Action =
  | 'playVideo'
  | 'pauseVideo'
  | 'seekTo'
  | 'setVolume'
  | 'setPlaybackRate'
  | 'loadVideoById'
  | 'loadPlaylist'
  | 'nextVideo'
  | 'previousVideo'
  | 'destroy';

/** The part of YouTube's class that is used here; TypeScript programs use `@types/youtube`. */
interface YtPlayer extends Record<Action, (...args: unknown[]) => void> {
  getPlayerState(): number;
  getCurrentTime(): number;
  getDuration(): number;
  getVolume(): number;
  isMuted(): boolean;
  getPlaybackRate(): number;
  getVideoData(): { title: string };
}

interface YtEvent {
  target: YtPlayer;
  data: unknown;
}

interface YtOptions {
  videoId: string;
  width: string;
  height: string;
  events: Record<string, (event: YtEvent) => void>;
}

declare global {
  interface Window {
    YT?: { Player: new (element: HTMLElement, options: YtOptions) => YtPlayer };
  }
}

function snippet(embedOrigin: string, videoId: string): string {
  return `<button id="play">Play</button>
<div id="player"></div>
<script src="${embedOrigin}/iframe_api"></script>
<script>
  function onYouTubeIframeAPIReady() {
    const player = new YT.Player('player', {
      videoId: '${videoId}',
      events: {
        onStateChange: ({ data }) => console.log('state', data),
        onError: ({ data }) => console.log('error', data),
      },
    });
    document.getElementById('play').onclick = () => player.playVideo();
  }
</script>
`;
}

function mount({ stage, videoId, notify, log }: ClientDeps): RemotePlayer {
  if (window.YT === undefined) throw new Error('/iframe_api has not defined YT.');
  const place = element('div');
  stage.append(place);

  function on(name: string, isLogged = true): [string, (event: YtEvent) => void] {
    return [
      name,
      ({ target, data }) => {
        if (isLogged) log('received', name, JSON.stringify(data));
        notify({
          state: stateName(target.getPlayerState()),
          currentTime: target.getCurrentTime(),
          duration: target.getDuration(),
          volume: target.getVolume(),
          isMuted: target.isMuted(),
          rate: target.getPlaybackRate(),
          video: target.getVideoData().title,
          error: name === 'onError' ? `onError ${data}` : undefined,
        });
      },
    ];
  }

  const player = new window.YT.Player(place, {
    videoId,
    width: '100%',
    height: '100%',
    events: Object.fromEntries([
      on('onReady'),
      on('onStateChange'),
      on('onError'),
      on('onVolumeChange'),
      on('onPlaybackRateChange'),
      on('onVideoProgress', false),
    ]),
  });

  function call(action: Action, ...args: unknown[]): void {
    log(
      'sent',
      action,
      `player.${action}(${args.map((argument) => JSON.stringify(argument)).join(', ')})`,
    );
    player[action](...args);
  }

  return {
    play: () => call('playVideo'),
    pause: () => call('pauseVideo'),
    seekTo: (seconds) => call('seekTo', seconds, true),
    setVolume: (volume) => call('setVolume', volume),
    setRate: (rate) => call('setPlaybackRate', rate),
    loadVideo: (id) => call('loadVideoById', id),
    loadPlaylist: ({ id }) => call('loadPlaylist', { list: id, listType: 'playlist' }),
    next: () => call('nextVideo'),
    previous: () => call('previousVideo'),
    destroy() {
      call('destroy');
      // `destroy` puts back the element that the frame had replaced.
      place.remove();
    },
  };
}

export const ytPlayerClient: ClientKind = {
  title: 'YT.Player',
  about: 'YouTube’s JavaScript API. Existing pages only change the URL of its script.',
  snippet,
  load: (embedOrigin) => loadScript(`${embedOrigin}/iframe_api`, () => window.YT !== undefined),
  mount,
};
