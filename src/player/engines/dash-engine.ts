import { MULTI_THREAD } from 'rx-player/experimental/features';
import RxPlayer from 'rx-player/minimal';
import type { IPlayerError, IVideoRepresentation } from 'rx-player/types';
import wasmUrl from '../../../node_modules/rx-player/dist/mpd-parser.wasm?url';
import workerUrl from '../../../node_modules/rx-player/dist/worker.js?url';
import type { MediaSourceInfo } from '../../../shared/player-response.ts';
import type { QualityLevel } from '../player-state.ts';
import type { Engine, EngineDeps, EngineReport } from './engine.ts';
import { letEngineBeRead, stopReadingEngine } from './engine-reading.ts';

/** RxPlayer: its loading, parsing and buffering run in RxPlayer's own worker where the browser lets them. */
export function createDashEngine({ video, report }: EngineDeps): Engine {
  let isDisposed = false;
  const player = new RxPlayer({ videoElement: video });

  player.addEventListener('videoTrackChange', (track) => {
    if (track !== null) report({ type: 'qualities', levels: track.representations.map(toQualityLevel) });
  });
  player.addEventListener('videoRepresentationChange', (representation) => {
    if (representation !== null) report({ type: 'quality_playing', id: String(representation.id) });
  });
  player.addEventListener('error', (error) => report(failure(error)));

  async function start(source: MediaSourceInfo, startSeconds: number): Promise<void> {
    const mode = await attachWorker(player);
    if (isDisposed) return;
    player.loadVideo({
      url: new URL(source.url, document.baseURI).href,
      transport: 'dash',
      mode,
      // The element is played by whoever asked for it, in the viewer's own click.
      autoPlay: false,
      ...(startSeconds > 0 ? { startAt: { position: startSeconds } } : {}),
    });
  }

  letEngineBeRead(video, () => {
    const codecs = [player.getVideoRepresentation()?.codec, player.getAudioRepresentation()?.codec];
    const isLive = player.isLive();
    return {
      // RxPlayer keeps its estimate to itself.
      bandwidthBps: null,
      codecs: codecs.filter(Boolean).join(', ') || null,
      liveLatencySec: isLive ? (player.getMaximumPosition() ?? 0) - player.getPosition() : null,
    };
  });

  return {
    name: 'rx-player',
    load(source, startSeconds) {
      start(source, startSeconds).catch((error: unknown) => {
        if (!isDisposed) report({ type: 'failed', name: 'html5.missingapi', detail: String(error) });
      });
    },
    setQuality(id) {
      const track = player.getVideoTrack();
      if (!track) return;
      if (id === null) player.unlockVideoRepresentations();
      else if (track.representations.some((representation) => String(representation.id) === id)) {
        player.lockVideoRepresentations({ representations: [id], switchingMode: 'seamless' });
      }
    },
    dispose() {
      isDisposed = true;
      stopReadingEngine(video);
      player.dispose();
    },
  };
}

function toQualityLevel({ id, height, bitrate }: IVideoRepresentation): QualityLevel {
  return { id: String(id), height: height ?? 0, bitrate: bitrate ?? 0 };
}

function failure(error: Error | IPlayerError): EngineReport {
  if (!('type' in error)) return { type: 'failed', name: 'fmt.noneavailable', detail: error.message };
  const name =
    error.type === 'NETWORK_ERROR'
      ? 'net.retryexhausted'
      : error.type === 'MEDIA_ERROR'
        ? 'fmt.decode'
        : 'fmt.noneavailable';
  return { type: 'failed', name, detail: `${error.type} ${error.code}` };
}

/** @returns where RxPlayer shall work: without a worker the page's own parser is loaded */
async function attachWorker(player: RxPlayer): Promise<'multithread' | 'main'> {
  try {
    RxPlayer.addFeatures([MULTI_THREAD]);
    await player.attachWorker({ workerUrl, dashWasmUrl: wasmUrl });
    return 'multithread';
  } catch {
    // Opaque sandboxes, strict policies, browsers without MediaSource in workers or WebAssembly: all end here.
    const { DASH } = await import('rx-player/features');
    RxPlayer.addFeatures([DASH]);
    return 'main';
  }
}
