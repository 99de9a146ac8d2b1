import { embedUrl } from '../embed-url.ts';
import { createPlayerFrame } from '../player-frame.ts';
import { stateName } from '../state-name.ts';
import { openWire, type WireMessage } from '../wire.ts';
import type { ClientDeps, ClientKind, ClientNews, RemotePlayer } from './remote-player.ts';

function snippet(embedOrigin: string, videoId: string): string {
  return `<button id="play">Play</button>
<iframe id="player" width="640" height="360" allow="autoplay; fullscreen" title="Video player"
  src="${embedOrigin}/embed/${videoId}?enablejsapi=1"></iframe>
<script>
  const frame = document.getElementById('player');
  const send = (message) =>
    frame.contentWindow.postMessage(JSON.stringify({ ...message, id: 1, channel: 'widget' }), '${embedOrigin}');
  const command = (func, ...args) => send({ event: 'command', func, args });

  let listening;
  frame.onload = () => {
    clearInterval(listening);
    listening = setInterval(send, 250, { event: 'listening' });
  };
  addEventListener('message', ({ source, data }) => {
    if (source !== frame.contentWindow) return;
    const { event, info } = JSON.parse(data);
    if (event === 'onReady') {
      clearInterval(listening);
      command('addEventListener', 'onStateChange');
    }
    if (event === 'onStateChange') console.log('state', info);
    if (event === 'onError') console.log('error', info);
  });
  document.getElementById('play').onclick = () => command('playVideo');
</script>
`;
}

function mount({ stage, library, videoId, notify, log }: ClientDeps): RemotePlayer {
  const frame = createPlayerFrame(embedUrl(library.embedOrigin, videoId));
  const wire = openWire({
    frame,
    embedOrigin: library.embedOrigin,
    events: ['onStateChange', 'onVolumeChange', 'onPlaybackRateChange'],
    onMessage: record,
  });
  stage.append(frame);

  function record({ direction, text, message: { event, func, info } }: WireMessage): void {
    if (event !== 'infoDelivery') log(direction, func ?? event, text);
    if (event === 'infoDelivery' || event === 'initialDelivery') notify(readInfo(info));
    if (event === 'onError') notify({ error: `onError ${info}` });
  }

  return {
    play: () => wire.command('playVideo'),
    pause: () => wire.command('pauseVideo'),
    seekTo: (seconds) => wire.command('seekTo', seconds, true),
    setVolume: (volume) => wire.command('setVolume', volume),
    setRate: (rate) => wire.command('setPlaybackRate', rate),
    loadVideo: (id) => wire.command('loadVideoById', id),
    loadPlaylist: ({ id }) => wire.command('loadPlaylist', { list: id, listType: 'playlist' }),
    next: () => wire.command('nextVideo'),
    previous: () => wire.command('previousVideo'),
    destroy() {
      wire.command('destroy');
      wire.close();
      frame.remove();
    },
  };
}

/**
 * The fields of `info` that are read here; it has only changed ones. The player is trusted, so
 * nothing is checked.
 */
interface WireInfo {
  playerState?: number;
  currentTime?: number;
  duration?: number;
  volume?: number;
  muted?: boolean;
  playbackRate?: number;
  videoData?: { title: string };
}

function readInfo(info: unknown): ClientNews {
  const { playerState, currentTime, duration, volume, muted, playbackRate, videoData } =
    info as WireInfo;
  return {
    state: playerState === undefined ? undefined : stateName(playerState),
    currentTime,
    duration,
    volume,
    isMuted: muted,
    rate: playbackRate,
    video: videoData?.title,
  };
}

export const wireClient: ClientKind = {
  title: 'Raw messages',
  about: 'The JSON messages that the client libraries send, without a library.',
  snippet,
  load: async () => {},
  mount,
};
