import { onTestFinished } from 'vitest';
import type { PlayerErrorName } from '../../../../shared/player/player-error.ts';
import type { MediaSourceInfo } from '../../../../shared/player/player-response.ts';
import type { CreateEngine, EngineReport } from '../../../../src/player/engines/engine.ts';
import { loadEngine } from '../../../../src/player/engines/load-engine.ts';
import { createNativeEngine } from '../../../../src/player/engines/native-engine.ts';
import { createPlayerStore } from '../../../../src/player/state/player-store.ts';
import { workerRefusal } from '../../../../src/services/worker-refusal.ts';

export type EngineKind = 'hls.js in a worker' | 'hls.js' | 'rx-player' | 'native';
type Failure = Extract<EngineReport, { type: 'failed' }>;

const media = (file: string) => new URL(`/media/${file}`, location.href).href;

/** A film of the bundled library for each engine, and a missing one. */
export const films: Record<
  EngineKind,
  { source: MediaSourceInfo; durationSec: number; workerCount: number }
> = {
  'hls.js in a worker': film('hls', 'offstage001.m3u8', 64, 1),
  'hls.js': film('hls', 'offstage001.m3u8', 64, 0),
  'rx-player': film('dash', 'offstage003.mpd', 40, 1),
  native: film('progressive', 'offstage002.mp4', 32, 0),
};

function film(
  packaging: MediaSourceInfo['packaging'],
  file: string,
  durationSec: number,
  workerCount: number,
) {
  return { source: { packaging, url: media(file), mimeType: '' }, durationSec, workerCount };
}

/** Every worker created since, by the page itself or by a library. */
function watchWorkers(): { made: Worker[]; ended: Set<Worker> } {
  const made: Worker[] = [];
  const ended = new Set<Worker>();
  const { Worker: RealWorker } = globalThis;
  globalThis.Worker = class extends RealWorker {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      made.push(this);
    }
    override terminate(): void {
      ended.add(this);
      super.terminate();
    }
  };
  onTestFinished(() => {
    globalThis.Worker = RealWorker;
  });
  return { made, ended };
}

/** An engine on its own element, as a video session runs one. */
export async function openEngine(kind: EngineKind) {
  const store = createPlayerStore();
  const video = document.createElement('video');
  const failures: Failure[] = [];
  const workers = watchWorkers();
  video.muted = true;
  video.width = 1280;
  video.height = 720;
  document.body.append(video);
  const before = workerRefusal.by;
  workerRefusal.by = kind === 'hls.js' ? 'main' : before;
  const create: CreateEngine =
    kind === 'native'
      ? createNativeEngine
      : await loadEngine(kind === 'rx-player' ? 'rx-player' : 'hls.js');
  const engine = create({
    video,
    bufferGoalSec: null,
    report(report) {
      if (report.type === 'failed') failures.push(report);
      else store.dispatch(report);
    },
  });
  onTestFinished(() => {
    engine.dispose();
    video.remove();
    workerRefusal.by = before;
  });
  return {
    engine,
    video,
    workers,
    failures,
    store,
    state: () => store.getState(),
    /** Names of the failures. */
    failedBy: (): PlayerErrorName[] => failures.map(({ name }) => name),
    load(source: Partial<MediaSourceInfo> = {}, startSeconds = 0): void {
      // An engine may attach its media some time after `load`.
      video.addEventListener('loadedmetadata', () => void video.play().catch(() => undefined), {
        once: true,
      });
      engine.load({ ...films[kind].source, ...source }, startSeconds);
      if (kind === 'native' && startSeconds > 0) video.currentTime = startSeconds;
    },
  };
}
