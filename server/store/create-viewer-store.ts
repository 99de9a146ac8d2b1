import { ok, type Result } from '../../shared/tools/result.ts';
import type { StoreDriver } from './store-driver.ts';
import type { StoreProblem } from './store-problem.ts';
import { createViewerChange } from './viewer/create-viewer-change.ts';
import { addFeedback, feedbackOf, removeFeedback } from './viewer/feedback.ts';
import { editPlaylist } from './viewer/playlist-edits.ts';
import { noteSeen, readRelation } from './viewer/read-relation.ts';
import { setPreference, subscribe, unsubscribe } from './viewer/subscriptions.ts';
import type { ViewerStore } from './viewer-store.ts';

/** @param attempt the result of work, and its failures as problems of the store */
export function createViewerStore(
  driver: Pick<StoreDriver, 'database' | 'transaction' | 'writer' | 'replica'>,
  attempt: <T>(work: Promise<T>) => Promise<Result<T, StoreProblem>>,
): ViewerStore {
  const { database, replica } = driver;
  const change = createViewerChange(driver, attempt);
  return {
    subscribe: change(subscribe),
    unsubscribe: change(unsubscribe),
    addFeedback: change(addFeedback),
    removeFeedback: change(removeFeedback),
    feedbackOf: (viewer, beginning) => attempt(feedbackOf(database, viewer, beginning)),
    setPreference: change(setPreference),
    editPlaylist: change(editPlaylist),
    async relationTo({ viewer, version, channelId, videoId, nowMs }) {
      const readFrom = (from: typeof database) =>
        readRelation(from, viewer, channelId ?? '', videoId);
      const copied = (await replica?.read(readFrom)) ?? null;
      const isBehind = copied === null || (version !== null && copied.version < version);
      const read = isBehind ? await attempt(readFrom(database)) : ok(copied);
      if (!read.ok) return read;
      // If the store cannot be written, the read still succeeds; the next read notes the viewer.
      await attempt(noteSeen(driver, viewer, read.value.seenMs, nowMs));
      return ok(read.value.relation);
    },
  };
}
