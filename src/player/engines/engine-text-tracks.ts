import { captionLimits } from '../../../shared/playing-limits.ts';
import type { MediaTracks } from '../player-event.ts';
import type { CaptionTrack } from '../player-state.ts';

/** Captions that an engine has found in the media. */
interface FoundText {
  /** As the media says, if it does. */
  language: string | undefined;
  label: string;
  isForced: boolean;
}

/** What the player is told of them. */
export type FoundCaptions = Pick<MediaTracks, 'captions' | 'forcedTracks'>;

/** The text tracks that an engine lends the media element. */
export interface EngineTextTracks {
  /** Those from before go. */
  replace(found: readonly FoundText[]): FoundCaptions;
  /** Cues that a track has already are passed over: engines parse a segment again after a seek. */
  add(index: number, cues: readonly VTTCue[]): void;
  languageOf(index: number): string | undefined;
  isEmpty(index: number): boolean;
  dispose(): void;
}

/**
 * @param onWanted the index of the track whose text is wanted: of the one whose mode is not `disabled`; -1 is none
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
      // Forced captions have the language of others.
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

/** Chromium does not tell of cues that are active at once when their track is back. */
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
 * Players and hosts tell captions apart by their language.
 * @returns `und` for what is none; the second of one language gets a private subtag: `en`, `en-x-2`
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

/** @param isForced by the track's index */
export function sortOut(
  tracks: CaptionTrack[],
  isForced: (index: number) => boolean,
): FoundCaptions {
  return {
    captions: tracks.filter((_, index) => !isForced(index)),
    forcedTracks: tracks.filter((_, index) => isForced(index)),
  };
}
