import { playlistLimits } from '../../../../shared/limits/playlist-limits.ts';
import type { PlayerResponse, PlaylistEntry } from '../../../../shared/player/player-response.ts';
import type { PlayerStore } from '../../../player/state/player-store.ts';
import type { ServicesClient } from '../../../services/services-client.ts';

/** Known details of the videos in the current playlist. */
export interface PlaylistEntries {
  /** @returns `undefined`: unknown, or not loaded yet; otherwise always the same object */
  get(videoId: string): PlaylistEntry | undefined;
  /**
   * Requests the entry if it is unknown, and calls the listener once it is known.
   * @returns removes the listener
   */
  subscribe(videoId: string, listener: () => void): () => void;
}

interface EntriesDeps {
  store: PlayerStore;
  services: Pick<ServicesClient, 'getPlaylist' | 'getVideo'>;
}

/**
 * Requests a playlist that has an id once, with all its entries. A list given by ids, or an older
 * server, brings no entries. Then requests single videos, and only those that a row shows.
 */
export function createPlaylistEntries({ store, services }: EntriesDeps): PlaylistEntries {
  const known = new Map<string, PlaylistEntry>();
  const listeners = new Map<string, Set<() => void>>();
  /** Videos requested so far; a request that brings nothing is not repeated. */
  const asked = new Set<string>();
  const waiting: string[] = [];
  let askedCount = 0;
  /** `null` before the first listener. */
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
    if (askedCount >= playlistLimits.requestsCount) return;
    // The rows scrolled to last are the visible ones.
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
