import {
  addWatchedTime,
  startWatchedMinutes,
  writeWatchedMinutes,
} from '../../server/store/reports/audience/count-watched-minutes.ts';
import { addToViewing, newViewing } from '../../server/store/reports/audience/viewing.ts';
import type { ViewingFact } from '../../server/store/reports/audience/viewing-facts.ts';
import { writeViewings } from '../../server/store/reports/audience/write-viewings.ts';
import type { NewPlayback } from '../../server/store/reports/report-writes.ts';
import type { StoreDriver } from '../../server/store/store-driver.ts';
import { dimensionsOf } from '../../shared/telemetry/document-dimensions.ts';

/** Length of each video, and where its part that is watched again begins. */
const [durationSec, againSec] = [120, 10];
/** Different viewers for each playback. */
const viewersPerPlayback = 0.6;

/** Adds the viewing of each playback. */
export async function fillViewings(
  driver: StoreDriver,
  playbacks: readonly NewPlayback[],
): Promise<void> {
  const minutes = startWatchedMinutes();
  const viewings = playbacks.map((playback, index) => {
    const { sid, cpn, received_ms, video_id, watched_ms } = playback;
    const watchedSec = watched_ms / 1_000;
    const fact: ViewingFact = {
      ...{ cpn, videoId: video_id, viewer: `viewer${Math.floor(index * viewersPerPlayback)}` },
      ...{ language: 'en', isLive: false, durationSec },
      segments: [
        [0, watchedSec],
        [againSec, againSec + watchedSec / 2],
      ],
      playedMs: watched_ms,
      atMs: received_ms,
    };
    addWatchedTime(minutes, fact, received_ms);
    const viewing = addToViewing(newViewing, fact, received_ms);
    return { sid, cpn, received_ms, video_id, ...dimensionsOf(playback), viewing };
  });
  await driver.transaction(async (within) => {
    await writeViewings(within, viewings);
    await writeWatchedMinutes(within, driver.writer, minutes);
  });
}
