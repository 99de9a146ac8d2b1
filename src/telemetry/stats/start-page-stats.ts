import { markAction } from './mark-action.ts';
import { readPageTicks } from './page-ticks.ts';
import { createPlaybackStats, type PlaybackChange } from './playback-stats.ts';
import { createPlaybackWatch, type PageReadings } from './playback-watch.ts';
import { readCollector } from './read-collector.ts';
import type { Playback } from './start-playback-stats.ts';

interface PageStatsDeps {
  playback: Pick<Playback, 'startStats'>;
  stage: { video: HTMLVideoElement };
  later: { hasStats?: boolean };
}

/**
 * Starts the reports of what is watched and in what quality, unless another script has started
 * them.
 */
export function startPageStats({ playback, stage: { video }, later }: PageStatsDeps): void {
  if (later.hasStats) return;
  later.hasStats = true;
  const start = (createCmcd: PageReadings['createCmcd']) =>
    startStats(playback, {
      timeOriginMs: performance.timeOrigin,
      frames: () => readFrames(video),
      startTicks: () => readPageTicks(performance),
      markAction,
      createCmcd,
    });
  const collector = readCollector(document.getElementById('page-config')?.textContent);
  if (collector === null) start(null);
  else
    import('./cmcd-reports.ts').then(
      ({ createCmcdReports }) => start((deps) => createCmcdReports({ ...deps, collector })),
      // Without the script there are no CMCD reports; the others go on.
      () => start(null),
    );
}

function startStats(playback: PageStatsDeps['playback'], page: PageReadings): void {
  playback.startStats((deps, signal) => {
    const stats = createPlaybackStats(deps, signal);
    const watch = createPlaybackWatch(deps, page, signal);
    return {
      update(change) {
        if (!isWorthALook(change)) return;
        stats.update(change);
        watch.update(change);
      },
      close(moment) {
        stats.close(moment);
        watch.close(moment);
      },
    };
  });
}

/** Fields that do not change four times a second. */
const watched = [
  'videoId',
  'playback',
  'isSeeking',
  'seekCount',
  'playbackRate',
  'hasFirstFrame',
  'error',
  'qualityId',
  'isAutoplayBlocked',
  'isPlayRequested',
  'engine',
  'title',
  'seekable',
] as const;

function isWorthALook({ state, previous }: PlaybackChange): boolean {
  return watched.some((key) => state[key] !== previous[key]);
}

function readFrames(video: HTMLVideoElement): { dropped: number; total: number } | null {
  // Missing where the operating system plays the video.
  const counted = video.getVideoPlaybackQuality?.();
  return counted === undefined
    ? null
    : { dropped: counted.droppedVideoFrames, total: counted.totalVideoFrames };
}
