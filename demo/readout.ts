import { playbackState } from '../shared/player/playback-state.ts';
import { stateName } from './state-name.ts';

/** Shows the player's latest state: `infoDelivery` has only changed fields. */
export interface Readout {
  currentTime(): number;
  receive(info: unknown): void;
  showError(code: unknown): void;
}

export function createReadout(root: ParentNode): Readout {
  const mirror: Record<string, unknown> = {};
  const write = (name: string, text: string) => {
    const cell = root.querySelector(`[data-readout=${name}]`);
    if (cell !== null && cell.textContent !== text) cell.textContent = text;
  };
  const seconds = (value: unknown) => (typeof value === 'number' ? `${value.toFixed(1)} s` : '–');

  return {
    currentTime: () => (typeof mirror.currentTime === 'number' ? mirror.currentTime : 0),
    receive(info) {
      if (typeof info !== 'object' || info === null) return;
      Object.assign(mirror, info);
      write('state', stateName(mirror.playerState));
      write('time', `${seconds(mirror.currentTime)} of ${seconds(mirror.duration)}`);
      write('volume', `${mirror.volume ?? '–'}${mirror.muted === true ? ' (muted)' : ''}`);
      write('rate', `${mirror.playbackRate ?? '–'}×`);
      write('quality', String(mirror.playbackQuality ?? '–'));
      if (mirror.playerState === playbackState.playing) write('error', '–');
    },
    showError: (code) => write('error', `onError ${String(code)}`),
  };
}
