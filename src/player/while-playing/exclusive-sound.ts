import { playbackState } from '../../../shared/player/playback-state.ts';
import type { Controller } from '../session/controller.ts';
import type { PlayerState } from '../state/player-state.ts';
import type { PlayerStore } from '../state/player-store.ts';

interface ExclusiveSoundDeps {
  store: PlayerStore;
  controller: Pick<Controller, 'pause'>;
  /** Unix milliseconds when playback of this player was requested. */
  askedAtMs: number;
  nowMs: () => number;
  /** This page's window, where other players dispatch their events. */
  here: EventTarget;
  /** Windows of the other players in the tab, searched again each time. */
  others: () => Iterable<EventTarget>;
  /** Another player has taken over the sound. */
  onTaken: () => void;
}

const eventName = 'offstage:sound';

/**
 * Lets one player of a host page be heard at a time: the one started last. Players without sound
 * continue.
 */
export function startExclusiveSound(deps: ExclusiveSoundDeps, signal: AbortSignal): void {
  const { store, controller, nowMs, here, others, onTaken } = deps;
  let { askedAtMs } = deps;

  function notifyOthers(): void {
    for (const other of others())
      other.dispatchEvent(new CustomEvent(eventName, { detail: askedAtMs }));
  }

  here.addEventListener(
    eventName,
    (event) => {
      const theirs: unknown =
        event instanceof CustomEvent || 'detail' in event ? event.detail : null;
      const state = store.getState();
      if (typeof theirs !== 'number' || !wantsSound(state)) return;
      if (theirs >= askedAtMs) {
        onTaken();
        controller.pause();
      }
      // The other player started earlier but does not know about this one.
      else if (isAudible(state)) notifyOthers();
    },
    { signal },
  );
  const stop = store.subscribe((state, previous) => {
    if (wantsSound(state) && !wantsSound(previous)) askedAtMs = nowMs();
    if (isAudible(state) && !isAudible(previous)) notifyOthers();
  });
  signal.addEventListener('abort', stop, { once: true });
  if (isAudible(store.getState())) notifyOthers();
}

function wantsSound({ isPlayRequested, isMuted, volume }: PlayerState): boolean {
  return isPlayRequested && !isMuted && volume > 0;
}

function isAudible(state: PlayerState): boolean {
  return wantsSound(state) && state.playback === playbackState.playing;
}
