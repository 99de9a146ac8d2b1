import { captionLimits } from '../../../../shared/limits/playing-limits.ts';
import type { MediaTracks } from '../../state/player-event.ts';
import type { CaptionTrack } from '../../state/player-state.ts';

/** Captions that an engine has found in the media. */
interface FoundText {
  /** As given by the media, if at all. */
  language: string | undefined;
  label: string;
  isForced: boolean;
}

/** The captions that the engine reports to the player. */
export type FoundCaptions = Pick<MediaTracks, 'captions' | 'forcedTracks'>;

/** The text tracks that an engine adds to the media element. */
export interface EngineTextTracks {
  /** Replaces all earlier tracks. */
  replace(found: readonly FoundText[]): FoundCaptions;
  /** Skips cues that the track already has: engines parse a segment again after a seek. */
  add(index: number, cues: readonly VTTCue[]): void;
  languageOf(index: number): string | undefined;
  isEmpty(index: number): boolean;
  dispose(): void;
}

/**
 * @param onWanted gets the index of the track whose text is wanted, which is the one whose mode is
 *   not `disabled`; -1 for none
 */
export function createEngineTextTracks(
  video: HTMLVideoElement,
  onWanted: (index: number) => void,
): EngineTextTracks {
  const life = new AbortController();
  let elements: HTMLTrackElement[] = [];
  let known: Set<string>[] = [];
  let wanted = -1;

  video.textTracks.addEventListener(
    'change',
    () => {
      const next = elements.findIndex(({ track }) => track.mode !== 'disabled');
      if (next === wanted) return;
      wanted = next;
      const track = elements[next]?.track;
      if (track !== undefined) showAgain(track);
      onWanted(next);
    },
    { signal: life.signal },
  );

  function clear(): void {
    for (const element of elements) element.remove();
    elements = [];
    known = [];
    wanted = -1;
  }

  return {
    replace(found) {
      clear();
      // Forced captions may share a language with others, so each kind is numbered separately.
      const of = (isForced: boolean) =>
        uniqueLanguages(
          found.map((text) => (text.isForced === isForced ? text.language : undefined)),
        );
      const [chosen, forced] = [of(false), of(true)];
      const tracks = found.map(({ label, isForced }, index): CaptionTrack => {
        const languageCode = (isForced ? forced : chosen)[index] ?? '';
        const element = document.createElement('track');
        element.kind = 'subtitles';
        element.id = `media-text-${index}`;
        element.label = label;
        element.srclang = languageCode;
        video.append(element);
        elements.push(element);
        known.push(new Set());
        return { languageCode, label: label || languageCode, textTrackId: element.id };
      });
      return sortOut(tracks, (index) => found[index]?.isForced ?? false);
    },
    add(index, cues) {
      const track = elements[index]?.track;
      const keys = known[index];
      if (track === undefined || keys === undefined || track.mode === 'disabled') return;
      for (const cue of cues) {
        const key = keyOf(cue);
        if (keys.has(key) || !(cue.endTime > Math.max(0, cue.startTime))) continue;
        keys.add(key);
        track.addCue(cue);
      }
      if (video.duration === Number.POSITIVE_INFINITY) dropOldest(track, keys);
    },
    languageOf: (index) => elements[index]?.srclang,
    isEmpty: (index) => (known[index]?.size ?? 0) === 0,
    dispose() {
      life.abort();
      clear();
    },
  };
}

function dropOldest(track: TextTrack, keys: Set<string>): void {
  const cues = Array.from(track.cues ?? []);
  for (const cue of cues.slice(0, Math.max(0, cues.length - captionLimits.liveCuesCount))) {
    keys.delete(keyOf(cue as VTTCue));
    track.removeCue(cue);
  }
}

/** Chromium fires no `cuechange` for cues that are active when their track is enabled again. */
function showAgain(track: TextTrack): void {
  for (const cue of Array.from(track.cues ?? [])) {
    track.removeCue(cue);
    track.addCue(cue);
  }
}

function keyOf({ startTime, endTime, text }: VTTCue): string {
  return `${startTime} ${endTime} ${text}`;
}

/**
 * Players and hosts identify captions by language, so each track needs its own code.
 * @returns `und` for invalid codes; a second track of a language gets a private subtag: `en`,
 *   `en-x-2`
 */
export function uniqueLanguages(languages: readonly (string | undefined)[]): string[] {
  const unique: string[] = [];
  for (const language of languages) {
    const code =
      language !== undefined && /^[a-z]{2,8}(-[a-z0-9]{1,8})*$/i.test(language) ? language : 'und';
    const subtag = /-x-/i.test(code) ? '' : '-x';
    let candidate = code;
    for (let count = 2; unique.includes(candidate); count += 1)
      candidate = `${code}${subtag}-${count}`;
    unique.push(candidate);
  }
  return unique;
}

/** @param isForced whether the track at this index is forced */
export function sortOut(
  tracks: CaptionTrack[],
  isForced: (index: number) => boolean,
): FoundCaptions {
  return {
    captions: tracks.filter((_, index) => !isForced(index)),
    forcedTracks: tracks.filter((_, index) => isForced(index)),
  };
}
