import type { ClientNews } from './remote-player.ts';

export interface RemoteReadout {
  receive(news: ClientNews): void;
  clear(): void;
}

/** Shows the current client's state below the player. */
export function createRemoteReadout(root: ParentNode): RemoteReadout {
  let known: ClientNews = {};

  function write(name: string, text: string | undefined): void {
    const cell = root.querySelector(`[data-readout=${name}]`);
    if (cell !== null && cell.textContent !== (text ?? '–')) cell.textContent = text ?? '–';
  }

  function draw(): void {
    const { state, currentTime, duration, volume, isMuted, rate, video, error } = known;
    write('state', state);
    write(
      'time',
      currentTime === undefined ? undefined : `${seconds(currentTime)} of ${seconds(duration)}`,
    );
    write('volume', volume === undefined ? undefined : `${volume}${isMuted ? ' (muted)' : ''}`);
    write('rate', rate === undefined ? undefined : `${rate}×`);
    write('video', video || undefined);
    write('error', error);
  }

  return {
    receive(news) {
      for (const [key, value] of Object.entries(news))
        if (value !== undefined) Object.assign(known, { [key]: value });
      if (news.state === 'playing' && news.error === undefined) delete known.error;
      draw();
    },
    clear() {
      known = {};
      draw();
    },
  };
}

function seconds(value: number | undefined): string {
  return value === undefined ? '–' : `${value.toFixed(1)} s`;
}
