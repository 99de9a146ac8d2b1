import { createPlayerFrame } from '../player-frame.ts';
import { openPlayerJsWire, type PlayerJsMessage } from './player-js-wire.ts';
import type { ClientDeps, ClientKind, ClientNews, RemotePlayer } from './remote-player.ts';

/** Messages too frequent for the log. */
const unloggedEvents = ['timeupdate', 'getVolume'];

const askEveryMs = 500;

function snippet(embedOrigin: string, videoId: string): string {
  return `<button id="play">Play</button>
<iframe id="player" width="640" height="360" allow="autoplay; fullscreen" title="Video player"
  src="${embedOrigin}/embed/${videoId}"></iframe>
<script>
  const frame = document.getElementById('player');
  const call = (method, value) =>
    frame.contentWindow.postMessage(
      JSON.stringify({ context: 'player.js', version: '0.0.11', method, value }), '${embedOrigin}');

  addEventListener('message', ({ source, data }) => {
    if (source !== frame.contentWindow) return;
    const { event, value } = JSON.parse(data);
    if (event === 'ready') {
      for (const name of ['play', 'pause', 'ended', 'error']) call('addEventListener', name);
    } else console.log(event, value);
  });
  document.getElementById('play').onclick = () => call('play');
</script>
`;
}

/**
 * The open protocol controls the video in its frame. Another video needs another frame address, and
 * the host plays a list itself.
 */
function mount({ stage, library, videoId, notify, log }: ClientDeps): RemotePlayer {
  const frame = createPlayerFrame(address(videoId));
  const wire = openPlayerJsWire({
    frame,
    origin: library.embedOrigin,
    events: ['play', 'pause', 'ended', 'timeupdate', 'error'],
    onMessage: record,
  });
  let list: readonly string[] = [];
  let index = 0;
  stage.append(frame);
  // The protocol has no volume event, so poll it.
  const asking = setInterval(() => wire.ask('getVolume'), askEveryMs);

  function address(id: string, parameters = ''): string {
    return `${library.embedOrigin}/embed/${encodeURIComponent(id)}${parameters}`;
  }

  function show(id: string): void {
    wire.open(address(id, '?autoplay=1'));
    log('sent', 'src', `frame.src = '${frame.src}'`);
  }

  function showList(videoIds: readonly string[]): void {
    list = videoIds;
    index = 0;
    walk(0);
  }

  function walk(step: number): void {
    const id = list[index + step];
    if (id === undefined) return;
    index += step;
    show(id);
  }

  function record(direction: 'sent' | 'received', message: PlayerJsMessage, text: string): void {
    const name = message.event ?? message.method ?? '';
    if (!unloggedEvents.includes(name)) log(direction, name, text);
    if (direction === 'received') notify(readNews(message));
    // With autoplay, the video may have started before this page listened.
    if (message.event === 'ready') wire.call('getPaused');
  }

  return {
    play: () => wire.call('play'),
    pause: () => wire.call('pause'),
    seekTo: (seconds) => wire.call('setCurrentTime', seconds),
    setVolume: (volume) => wire.call('setVolume', volume),
    setRate: null,
    loadVideo: (id) => showList([id]),
    loadPlaylist: ({ videoIds }) => showList(videoIds),
    next: () => walk(1),
    previous: () => walk(-1),
    destroy() {
      clearInterval(asking);
      wire.close();
      frame.remove();
      log('sent', 'remove', 'frame.remove()');
    },
  };
}

function readNews({ event, value }: PlayerJsMessage): ClientNews {
  switch (event) {
    case 'getPaused':
      return { state: value === true ? 'paused' : 'playing' };
    case 'play':
      return { state: 'playing' };
    case 'pause':
      return { state: 'paused' };
    case 'ended':
      return { state: 'ended' };
    case 'timeupdate': {
      const { seconds, duration } = value as { seconds: number; duration: number };
      return { currentTime: seconds, duration };
    }
    case 'getVolume':
      return { volume: value as number };
    case 'error':
      return { state: 'failed', error: (value as { msg: string }).msg };
    default:
      return {};
  }
}

export const playerJsClient: ClientKind = {
  title: 'player.js',
  about:
    'The open protocol of several video players. It cannot set the speed, and another video needs another frame URL.',
  snippet,
  load: async () => {},
  mount,
};
