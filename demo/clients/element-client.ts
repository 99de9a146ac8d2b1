import { stateName } from '../state-name.ts';
import type { ClientDeps, ClientKind, RemotePlayer } from './remote-player.ts';

/**
 * The part of the element that is used here; TypeScript programs get the types from the package.
 */
interface OffstagePlayer extends HTMLElement {
  readonly player: ListPlayer | null;
  currentTime: number;
  readonly duration: number;
  volume: number;
  readonly muted: boolean;
  playbackRate: number;
  load(): Promise<ListPlayer>;
  play(): void;
  pause(): void;
}

/** Methods of the inner player, which the element does not have. */
type ListAction = 'loadPlaylist' | 'nextVideo' | 'previousVideo';
interface ListPlayer extends Record<ListAction, (...args: unknown[]) => void> {
  getPlayerState(): number;
  getVideoData(): { title: string };
}

const loggedEvents = ['ready', 'statechange', 'error', 'volumechange', 'ratechange'];

function snippet(embedOrigin: string, videoId: string): string {
  return `<button id="play">Play</button>
<script type="module" src="${embedOrigin}/sdk/offstage-player.js"></script>
<offstage-player id="player" videoid="${videoId}"></offstage-player>
<script type="module">
  const player = document.getElementById('player');
  player.addEventListener('statechange', ({ detail }) => console.log('state', detail));
  player.addEventListener('error', ({ detail }) => console.log('error', detail));
  document.getElementById('play').onclick = () => player.play();
</script>
`;
}

function mount({ stage, videoId, notify, log }: ClientDeps): RemotePlayer {
  const player = document.createElement('offstage-player') as OffstagePlayer;
  player.setAttribute('videoid', videoId);
  for (const name of [...loggedEvents, 'timeupdate']) player.addEventListener(name, receive);
  stage.append(player);

  function receive({ type, detail }: Event & { detail?: unknown }): void {
    if (type !== 'timeupdate') log('received', type, JSON.stringify(detail));
    notify({
      state: stateName(player.player?.getPlayerState()),
      currentTime: player.currentTime,
      duration: player.duration,
      volume: Math.round(player.volume * 100),
      isMuted: player.muted,
      rate: player.playbackRate,
      video: player.player?.getVideoData().title,
      error: type === 'error' ? `error ${detail}` : undefined,
    });
  }

  function act(label: string, code: string, run: () => void): void {
    log('sent', label, `element.${code}`);
    run();
  }

  async function callPlayer(action: ListAction, ...args: unknown[]): Promise<void> {
    const code = args.map((argument) => JSON.stringify(argument)).join(', ');
    log('sent', action, `(await element.load()).${action}(${code})`);
    try {
      (await player.load())[action](...args);
    } catch (error) {
      // The element was removed before its player was ready.
      log('received', 'load', String(error));
    }
  }

  return {
    play: () => act('play', 'play()', () => player.play()),
    pause: () => act('pause', 'pause()', () => player.pause()),
    seekTo: (seconds) =>
      act('currentTime', `currentTime = ${seconds}`, () => {
        player.currentTime = seconds;
      }),
    setVolume: (volume) =>
      act('volume', `volume = ${volume / 100}`, () => {
        player.volume = volume / 100;
      }),
    setRate: (rate) =>
      act('playbackRate', `playbackRate = ${rate}`, () => {
        player.playbackRate = rate;
      }),
    loadVideo: (id) =>
      act('videoid', `setAttribute('videoid', '${id}')`, () => player.setAttribute('videoid', id)),
    loadPlaylist: ({ id }) => void callPlayer('loadPlaylist', { list: id, listType: 'playlist' }),
    next: () => void callPlayer('nextVideo'),
    previous: () => void callPlayer('previousVideo'),
    destroy: () => act('remove', 'remove()', () => player.remove()),
  };
}

export const elementClient: ClientKind = {
  title: '<offstage-player>',
  about: 'A poster and a play button in one line of HTML. The player loads on the first click.',
  snippet,
  load: async (embedOrigin) => {
    // Pages without a bundler use a script tag; importing the address has the same effect.
    await import(/* @vite-ignore */ `${embedOrigin}/sdk/offstage-player.js`);
  },
  mount,
};
