import { playerLimits } from '../../../shared/limits/player-limits.ts';
import type { CreateEngine, EngineReport } from '../engines/engine.ts';
import { loadEngine } from '../engines/load-engine.ts';
import { createNativeEngine } from '../engines/native-engine.ts';
import {
  type EngineChoice,
  readMediaCapabilities,
  selectEngines,
} from '../engines/select-engines.ts';
import type { Recovery } from '../recovery/create-recovery.ts';
import type { Recoverable } from '../recovery/recoverable.ts';
import { createQualityChoice, type QualitySetters } from './quality-choice.ts';

/** How the media starts once the element has it. */
export interface MediaStart {
  /** `startSeconds` of `Engine.load`. */
  startAt: number;
  /** Playback was requested before the element had media. */
  wantsPlay: boolean;
}

/**
 * Holds the engine of one video. `recovery/` handles failures that an engine cannot; it loads when
 * a video plays, or at the first failure.
 */
export interface EngineSlot extends Recoverable, QualitySetters {
  isAttached: boolean;
  /** Starts the chosen engine once its code has loaded. */
  attach(): void;
  detach(): void;
  /** @returns `null` if its script failed to load, or the video was replaced */
  loadRecovery(): Promise<Recovery | null>;
}

export interface EngineSlotDeps
  extends Pick<Recoverable, 'video' | 'store' | 'sources' | 'askVideo' | 'signal'> {
  /** Pixels; `null` is automatic. */
  suggestedHeight: number | null;
}

/** @param onNativeLoad called when the native engine has been given its media */
export function createEngineSlot(
  deps: EngineSlotDeps,
  media: MediaStart,
  onNativeLoad: () => void,
): EngineSlot {
  const { video, store, sources } = deps;
  /** Discards engines whose code loads after the session or the attempt has ended. */
  let attempt = 0;
  let recovery: Promise<Recovery | null> | null = null;
  const quality = createQualityChoice(store, deps.suggestedHeight, (id) =>
    slot.engine?.setQuality(id),
  );
  const slot: EngineSlot = {
    ...deps,
    choices: selectEngines(sources, readMediaCapabilities(video)),
    index: 0,
    engine: null,
    bufferGoalSec: playerLimits.cuedGoalSec,
    isAttached: false,
    restartFrom(index, startSeconds, isPlayed) {
      detach();
      slot.index = index;
      media.startAt = startSeconds;
      media.wantsPlay = isPlayed;
      store.dispatch({
        type: 'tracks',
        tracks: { captions: [], audioTracks: [], forcedTracks: [] },
      });
      attach();
    },
    setBufferGoal,
    setQuality: quality.setQuality,
    setQualityHeight: quality.setQualityHeight,
    fail,
    attach,
    detach,
    loadRecovery,
  };

  function setBufferGoal(seconds: number | null): void {
    slot.bufferGoalSec = seconds;
    slot.engine?.setBufferGoal?.(seconds ?? store.getState().aheadSec);
  }

  function attach(): void {
    const choice = slot.choices[slot.index];
    if (choice === undefined) return;
    slot.isAttached = true;
    attempt += 1;
    const mine = attempt;
    if (choice.engine === 'native') {
      startEngine(createNativeEngine, choice);
      return;
    }
    loadEngine(choice.engine).then(
      (create) => {
        if (mine === attempt) startEngine(create, choice);
      },
      // The engine's chunk failed to load.
      () => {
        if (mine === attempt) onReport({ type: 'failed', name: 'net.retryexhausted' });
      },
    );
  }

  function startEngine(create: CreateEngine, choice: EngineChoice): void {
    const engine = create({ video, report: onReport, bufferGoalSec: slot.bufferGoalSec });
    slot.engine = engine;
    store.dispatch({ type: 'changed', changes: { engine: engine.name, liveWindow: null } });
    const { opening, ...withoutOpening } = choice.source;
    // The opening has its own first quality.
    engine.load(quality.height() === null ? choice.source : withoutOpening, media.startAt);
    if (store.getState().aheadSec) setBufferGoal(slot.bufferGoalSec);
    if (engine.name === 'native') onNativeLoad();
  }

  function onReport(report: EngineReport): void {
    if (report.type === 'failed') {
      const mine = attempt;
      void loadRecovery().then((loaded) => {
        if (mine !== attempt) return;
        if (loaded) loaded.failed(report);
        // No chunk loads, for example in a tab older than the server's build. Another choice may
        // need none.
        else if (slot.index + 1 < slot.choices.length)
          slot.restartFrom(slot.index + 1, media.startAt, media.wantsPlay);
        else fail(report.name);
      });
      return;
    }
    const height = quality.height();
    store.dispatch(report);
    if (report.type === 'qualities' && height !== null) quality.setQualityHeight(height);
  }

  function loadRecovery(): Promise<Recovery | null> {
    recovery ??= import('../recovery/start-recovery.ts').then(
      ({ startRecovery }) => startRecovery(slot),
      // The next failure shows its error.
      () => null,
    );
    return recovery;
  }

  function fail(name: string, message: string | null = null): void {
    attempt += 1;
    media.wantsPlay = false;
    store.dispatch({ type: 'failed', error: { name, message } });
  }

  function detach(): void {
    attempt += 1;
    media.wantsPlay = false;
    slot.isAttached = false;
    slot.engine?.dispose();
    slot.engine = null;
  }

  return slot;
}
