import { statsPanelLimits } from '../../../../shared/limits/stats-panel-limits.ts';
import type { Player } from '../../../boot/player.ts';
import { watchPageLoad } from './page-load.ts';
import { describeStats, type StatsReading, type StatsRow } from './stats-reading.ts';

/** Rows of the statistics, updated every second while there is a listener. */
export interface StatsWatch {
  getState(): readonly StatsRow[];
  subscribe(listener: () => void): () => void;
}

export function watchStats({ stage, store, controller, services, playback }: Player): StatsWatch {
  const { video } = stage;
  let rows: readonly StatsRow[] = [];
  let previous: StatsReading | null = null;

  async function read(page: StatsReading['page']): Promise<StatsReading> {
    const askedMs = performance.now();
    const load = await services.readLoad();
    const atMs = performance.now();
    const quality = video.getVideoPlaybackQuality?.();
    return {
      atMs,
      state: store.getState(),
      cpn: playback.cpn,
      viewport: { width: innerWidth, height: innerHeight, pixelRatio: devicePixelRatio },
      picture: { width: video.videoWidth, height: video.videoHeight },
      frames: { total: quality?.totalVideoFrames ?? 0, dropped: quality?.droppedVideoFrames ?? 0 },
      engine: controller.readEngine(),
      place: services.where(),
      page,
      services: load?.ok ? load.value : null,
      roundTripMs: load?.ok ? atMs - askedMs : null,
      loss: services.accounting(),
    };
  }

  return {
    getState: () => rows,
    subscribe(listener) {
      const watching = new AbortController();
      const readPageLoad = watchPageLoad(store, watching.signal);
      const update = async () => {
        const now = await read(readPageLoad());
        if (watching.signal.aborted) return;
        rows = describeStats(now, previous);
        previous = now;
        listener();
      };
      previous = null;
      void update();
      const timer = setInterval(() => void update(), statsPanelLimits.updateMs);
      return () => {
        clearInterval(timer);
        watching.abort();
      };
    },
  };
}
