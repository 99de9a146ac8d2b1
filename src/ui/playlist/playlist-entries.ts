import type { PlayerResponse, PlaylistEntry } from '../../../shared/player-response.ts';
import type { PlayerStore } from '../../player/player-store.ts';
import type { ServicesClient } from '../../services/services-client.ts';

/** Questions for single videos that are under way at a time. */
const maxAskedCount = 2;

/** What the videos of the list on stage are, as far as it is known. */
export interface PlaylistEntries {
  /** @returns `undefined`: not known, or not yet; the same object every time */
  get(videoId: string): PlaylistEntry | undefined;
  /** Somebody wants to see this one; it is asked for if need be. @returns how to stop listening */
  subscribe(videoId: string, listener: () => void): () => void;
}

interface EntriesDeps {
  store: PlayerStore;
  services: Pick<ServicesClient, 'getPlaylist' | 'getVideo'>;
}

/**
 * A list that has an id is asked for once, with all its entries. Where that brings nothing (a list given by ids, an older server),
 * each video is asked for alone, and only those that somebody looks at.
 */
export function createPlaylistEntries({ store, services }: EntriesDeps): PlaylistEntries {
  const known = new Map<string, PlaylistEntry>();
  const listeners = new Map<string, Set<() => void>>();
  /** Videos that have been asked for: an answer that says nothing is not asked for again. */
  const asked = new Set<string>();
  const waiting: string[] = [];
  let askedCount = 0;
  /** `null` before anybody has looked. */
  let listAsked: Promise<void> | null = null;

  function add(entry: PlaylistEntry): void {
    if (known.has(entry.videoId)) return;
    known.set(entry.videoId, entry);
    for (const listener of [...(listeners.get(entry.videoId) ?? [])]) listener();
  }

  async function askForList(): Promise<void> {
    const { playlist, response } = store.getState();
    if (response !== null) add(entryOf(response));
    if (playlist === null || playlist.listId === '') return;
    for (const type of ['playlist', 'user_uploads'] as const) {
      const answer = await services.getPlaylist(playlist.listId, type, true);
      if (!answer.ok) continue;
      answer.value.entries?.forEach(add);
      return;
    }
  }

  async function askForNext(): Promise<void> {
    if (askedCount >= maxAskedCount) return;
    // What has been scrolled to last is what is seen.
    const videoId = waiting.pop();
    if (videoId === undefined) return;
    if (known.has(videoId) || asked.has(videoId) || !listeners.has(videoId)) return askForNext();
    asked.add(videoId);
    askedCount += 1;
    const answer = await services.getVideo(videoId);
    askedCount -= 1;
    if (answer.ok) add(entryOf(answer.value));
    void askForNext();
  }

  async function want(videoId: string): Promise<void> {
    listAsked ??= askForList();
    await listAsked;
    if (known.has(videoId)) return;
    waiting.push(videoId);
    void askForNext();
  }

  return {
    get: (videoId) => known.get(videoId),
    subscribe(videoId, listener) {
      const mine = listeners.get(videoId) ?? new Set();
      listeners.set(videoId, mine.add(listener));
      if (!known.has(videoId)) void want(videoId);
      return () => {
        mine.delete(listener);
        if (mine.size === 0) listeners.delete(videoId);
      };
    },
  };
}

function entryOf({ videoDetails, posterUrl }: PlayerResponse): PlaylistEntry {
  const { videoId, title, author, lengthSeconds } = videoDetails;
  return { videoId, title, author, lengthSeconds, posterUrl };
}
