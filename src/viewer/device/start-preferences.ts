import type { Preferences } from '../../../shared/telemetry/device-report.ts';
import type { Controller } from '../../player/session/controller.ts';
import { levelForHeight } from '../../player/session/level-for-height.ts';
import type { PlayerState } from '../../player/state/player-state.ts';
import type { PlayerStore } from '../../player/state/player-store.ts';
import { chosenPreferences, namesOf, type PreferenceName } from './preference-rules.ts';
import type { Choices } from './watch-choices.ts';

export interface PreferencesDeps {
  controller: Controller;
  store: PlayerStore;
  choices: Choices;
  /** Stores what the viewer has chosen. */
  keep: (chosen: Preferences) => void;
  /** Whether the element has played anything: from then on volume and speed stay. */
  hasPlayed: () => boolean;
  /** Preferences set by the page's URL. */
  inUrl: readonly PreferenceName[];
}

/**
 * Stores the viewer's choices. The URL, and choices made on this page by host or viewer, override
 * stored ones.
 * @returns a function that applies the stored preferences
 */
export function startPreferences(
  deps: PreferencesDeps,
  signal: AbortSignal,
): (kept: Preferences) => void {
  const { controller, store, choices, keep, hasPlayed, inUrl } = deps;
  const decided = new Set<PreferenceName>(inUrl);
  /** Pixels. Applied to each new video, until the host sets a quality. */
  let qualityHeight: number | null = null;

  choices.subscribe((choice) => {
    if (signal.aborted) return;
    const names = namesOf(choice);
    for (const name of names) decided.add(name);
    if (choice.by === 'host') {
      if (names.includes('qualityHeight')) qualityHeight = null;
      return;
    }
    const chosen = chosenPreferences(choice);
    if (chosen.qualityHeight !== undefined) qualityHeight = chosen.qualityHeight;
    if (names.length > 0) keep(chosen);
  });

  function setQuality({ qualities, fixedQualityId }: PlayerState): void {
    if (qualityHeight === null || fixedQualityId !== null) return;
    const level = levelForHeight(qualities, qualityHeight);
    if (level !== undefined) controller.setQuality(level.id);
  }
  const stop = store.subscribe((state, previous) => {
    if (state.qualities !== previous.qualities) setQuality(state);
  });
  signal.addEventListener('abort', stop, { once: true });

  return (preferences) => {
    const isOpen = ([name]: [string, unknown]) => !decided.has(name as PreferenceName);
    const kept: Preferences = Object.fromEntries(Object.entries(preferences).filter(isOpen));
    if (!hasPlayed()) setSound(controller, store, kept);
    if (kept.captionsLanguage) controller.setCaptions(kept.captionsLanguage);
    if (kept.captionsFontSize !== undefined) controller.setCaptionsFontSize(kept.captionsFontSize);
    if (kept.captionStyle !== undefined) controller.setCaptionStyle(kept.captionStyle);
    if (kept.audioLanguage !== undefined)
      store.dispatch({ type: 'changed', changes: { audioWanted: kept.audioLanguage } });
    if (kept.qualityHeight === undefined) return;
    qualityHeight = kept.qualityHeight;
    setQuality(store.getState());
  };
}

function setSound(controller: Controller, store: PlayerStore, kept: Preferences): void {
  if (kept.volume !== undefined) controller.setVolume(kept.volume);
  if (kept.isMuted) controller.mute();
  // A live stream cannot be watched faster.
  if (kept.playbackRate !== undefined && !store.getState().isLive)
    controller.setPlaybackRate(kept.playbackRate);
}
