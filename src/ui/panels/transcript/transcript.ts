import type { CaptionTrackInfo } from '../../../../shared/player/player-response.ts';
import type { Result } from '../../../../shared/tools/result.ts';
import { preferredCaptions } from '../../../parts/preferred-captions.ts';
import type { PlayerStore } from '../../../player/state/player-store.ts';
import { captionFiles } from './caption-files.ts';
import { lineAt, linesWith } from './find-lines.ts';
import type { Line } from './load-cues.ts';

export interface TranscriptState {
  phase: 'loading' | 'ready' | 'failed';
  /** Language of the shown track. */
  language: string | null;
  lines: readonly Line[];
  query: string;
  /** Indexes of the lines in the list. */
  shown: readonly number[];
  /** Index of the current line; -1 before the first. */
  current: number;
  /** Whether the list follows the video; it does until the viewer scrolls. */
  isFollowing: boolean;
}

/**
 * The transcript of the video. Loads when the first listener subscribes, and resets after the last
 * one leaves.
 */
export interface Transcript {
  getState(): TranscriptState;
  subscribe(listener: () => void): () => void;
  setLanguage(language: string): void;
  search(query: string): void;
  follow(isFollowing: boolean): void;
}

export interface TranscriptDeps {
  store: PlayerStore;
  /** The viewer's languages, best first. */
  languages: readonly string[];
  loadCues: (track: CaptionTrackInfo) => Promise<Result<Line[], 'FAILED'>>;
}

const empty: TranscriptState = {
  phase: 'loading',
  language: null,
  lines: [],
  query: '',
  shown: [],
  current: -1,
  isFollowing: true,
};

export function createTranscript({ store, languages, loadCues }: TranscriptDeps): Transcript {
  const listeners = new Set<() => void>();
  let state = empty;
  let loading = new AbortController();
  let stopWatching = () => {};

  function patch(changes: Partial<TranscriptState>): void {
    state = { ...state, ...changes };
    for (const listener of [...listeners]) listener();
  }

  async function load(language: string | null): Promise<void> {
    loading.abort();
    loading = new AbortController();
    const { signal } = loading;
    const track = captionFiles(store.getState()).find(
      ({ languageCode }) => languageCode === language,
    );
    patch({
      ...empty,
      query: state.query,
      language,
      phase: track === undefined ? 'failed' : 'loading',
    });
    if (track === undefined) return;
    const loaded = await loadCues(track);
    if (signal.aborted) return;
    if (!loaded.ok) return patch({ phase: 'failed' });
    const lines = loaded.value;
    const current = lineAt(lines, store.getState().currentTime);
    patch({ phase: 'ready', lines, current, shown: linesWith(lines, state.query) });
  }

  /** Loads the captions on display, or else those that suit the viewer best. */
  function loadBest(): void {
    const files = captionFiles(store.getState());
    const { captionsLanguage } = store.getState();
    const isFile = files.some(({ languageCode }) => languageCode === captionsLanguage);
    void load(isFile ? captionsLanguage : preferredCaptions(files, languages));
  }

  function watch(): void {
    stopWatching = store.subscribe((player, previous) => {
      if (player.captionTracks !== previous.captionTracks) return loadBest();
      if (player.captionsLanguage !== previous.captionsLanguage && player.captionsLanguage !== null)
        return void load(player.captionsLanguage);
      const current = lineAt(state.lines, player.currentTime);
      if (current !== state.current) patch({ current });
    }, true);
    loadBest();
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      if (listeners.size === 1) watch();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stopWatching();
        loading.abort();
        state = empty;
      };
    },
    setLanguage: (language) => void load(language),
    search: (query) => patch({ query, shown: linesWith(state.lines, query) }),
    follow(isFollowing) {
      if (isFollowing !== state.isFollowing) patch({ isFollowing });
    },
  };
}
