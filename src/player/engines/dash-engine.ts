import { MULTI_THREAD } from 'rx-player/experimental/features';
import RxPlayer from 'rx-player/minimal';
import type { IAudioTrack, IPlayerError } from 'rx-player/types';
import wasmUrl from '../../../node_modules/rx-player/dist/mpd-parser.wasm?url';
import workerUrl from '../../../node_modules/rx-player/dist/worker.js?url';
import { dashLimits } from '../../../shared/limits/dash-limits.ts';
import type { PlayerErrorName } from '../../../shared/player/player-error.ts';
import type { MediaSourceInfo } from '../../../shared/player/player-response.ts';
import type { Result } from '../../../shared/tools/result.ts';
import { canTryWorker } from '../../services/worker-parts/can-try-worker.ts';
import { trustedScriptUrl } from '../../services/worker-parts/trusted-script-url.ts';
import type { AudioTrack, TimeRange } from '../state/player-state.ts';
import type { RxKeySystem } from './drm/rx-key-system.ts';
import { endEarlyMedia } from './early-media.ts';
import type { Engine, EngineDeps, EngineReport } from './engine.ts';
import { type DashEdge, followDashEdge } from './follow-dash-edge.ts';
import { trustEngine } from './parts/engine-trust.ts';
import { takeMediaSources } from './parts/take-media-sources.ts';
import { createTrackReport } from './parts/track-report.ts';
import { reportDashQualities } from './report-dash-qualities.ts';
import { reportHolds } from './report-holds.ts';
import { watchDashSender } from './watch-dash-sender.ts';

/**
 * Plays DASH with RxPlayer. Fetching, parsing and buffering run in RxPlayer's own worker where the
 * browser allows it.
 */
export function createDashEngine({ video, report, bufferGoalSec }: EngineDeps): Engine {
  let isDisposed = false;
  const { found, audioPlays } = createTrackReport(report);
  /** The quality chosen by viewer or host. */
  let fixedId: string | null = null;
  let keySystem: RxKeySystem | null = null;
  let stopSender = () => {};
  let liveEdge: DashEdge | null = null;
  endEarlyMedia(video);
  const letGo = takeMediaSources(video);
  const player = new RxPlayer({
    videoElement: video,
    wantedBufferAhead: bufferGoalSec ?? dashLimits.goalSec,
  });

  const stopHolds = reportHolds(player, video);

  reportDashQualities(player, report);
  player.addEventListener('availableAudioTracksChange', (tracks) =>
    found({ audioTracks: tracks.map(toAudioTrack) }),
  );
  player.addEventListener('audioTrackChange', (track) => {
    if (track !== null) audioPlays(String(track.id));
  });
  player.addEventListener('positionUpdate', () =>
    report({ type: 'changed', changes: { liveWindow: liveWindowOf(player) } }),
  );
  player.addEventListener('error', (error) => report(failure(error, keySystem)));

  async function start(source: MediaSourceInfo, startSeconds: number): Promise<void> {
    const [mode, decryption] = await Promise.all([
      attachWorker(player),
      openDecryption(source.drm),
    ]);
    if (isDisposed) return;
    if (decryption !== null && !decryption.ok) {
      report({ type: 'failed', name: decryption.error.code, detail: decryption.error.message });
      return;
    }
    keySystem = decryption?.value ?? null;
    const url = new URL(source.url, document.baseURI).href;
    stopSender = watchDashSender(player, { video, url, report });
    liveEdge = followDashEdge(player, video, startSeconds === 0);
    player.loadVideo({
      url,
      transport: 'dash',
      mode,
      // The caller plays the element itself, within the viewer's click.
      autoPlay: false,
      ...(keySystem !== null && { keySystems: [keySystem.option] }),
      ...(startSeconds > 0 && { startAt: { position: startSeconds } }),
      ...(startSeconds < 0 && { startAt: { fromLastPosition: startSeconds } }),
    });
  }

  return {
    name: 'rx-player',
    load(source, startSeconds) {
      start(source, startSeconds).catch((error: unknown) => {
        if (!isDisposed)
          report({ type: 'failed', name: 'html5.missingapi', detail: String(error) });
      });
    },
    setBufferGoal: (seconds) => player.setWantedBufferAhead(seconds ?? dashLimits.goalSec),
    setFrugal(isFrugal) {
      const track = player.getVideoTrack();
      if (!track || fixedId !== null) return;
      const smallest = track.representations.toSorted(
        (a, b) => (a.bitrate ?? 0) - (b.bitrate ?? 0),
      )[0];
      if (isFrugal && smallest !== undefined)
        player.lockVideoRepresentations({ representations: [smallest.id], switchingMode: 'lazy' });
      else player.unlockVideoRepresentations();
    },
    setQuality(id) {
      const track = player.getVideoTrack();
      if (!track) return;
      fixedId = id;
      if (id === null) player.unlockVideoRepresentations();
      else if (track.representations.some((representation) => String(representation.id) === id)) {
        player.lockVideoRepresentations({ representations: [id], switchingMode: 'seamless' });
      }
    },
    setAudioTrack(id) {
      if (player.getAvailableAudioTracks().some((track) => track.id === id))
        player.setAudioTrack(id);
    },
    read() {
      const codecs = [
        player.getVideoRepresentation()?.codec,
        player.getAudioRepresentation()?.codec,
      ];
      const isLive = player.isLive();
      return {
        // RxPlayer does not expose its estimate.
        bandwidthBps: null,
        codecs: codecs.filter(Boolean).join(', ') || null,
        liveLatencySec: isLive ? (player.getMaximumPosition() ?? 0) - player.getPosition() : null,
        liveTargetSec: liveEdge?.targetSec() ?? null,
      };
    },
    dispose() {
      isDisposed = true;
      stopSender();
      liveEdge?.stop();
      stopHolds();
      player.dispose();
      letGo();
    },
  };
}

function liveWindowOf(player: RxPlayer): TimeRange | null {
  const [start, end] = [player.getMinimumPosition(), player.getMaximumPosition()];
  return player.isLive() && start !== null && end !== null ? { start, end } : null;
}

function toAudioTrack({ id, language, label }: IAudioTrack): AudioTrack {
  return { id: String(id), languageCode: language, label: label ?? language };
}

function failure(error: Error | IPlayerError, keySystem: RxKeySystem | null): EngineReport {
  if (!('type' in error))
    return { type: 'failed', name: 'fmt.noneavailable', detail: error.message };
  if (error.type === 'ENCRYPTED_MEDIA_ERROR') {
    const name = keySystem?.failureName(error) ?? 'drm.unavailable';
    return { type: 'failed', name, detail: `${error.type} ${error.code}` };
  }
  const name =
    error.type === 'NETWORK_ERROR'
      ? 'net.retryexhausted'
      : error.type === 'MEDIA_ERROR'
        ? 'fmt.decode'
        : 'fmt.noneavailable';
  const status = error.type === 'NETWORK_ERROR' ? error.status || null : null;
  return { type: 'failed', name, detail: `${error.type} ${error.code}`, status };
}

/** Separate chunks, needed only for encrypted media. */
async function openDecryption(drm: unknown): Promise<Result<RxKeySystem, PlayerErrorName> | null> {
  if (drm === undefined) return null;
  trustEngine(null);
  const [{ decryption }, { rxMoreFeatures }] = await Promise.all([
    import('./drm/decryption.ts'),
    import('./rx-more-features.ts'),
  ]);
  const chosen = await decryption.choose(drm);
  if (!chosen.ok) return chosen;
  RxPlayer.addFeatures([rxMoreFeatures.EME]);
  return decryption.createRxKeySystem(chosen.value);
}

/** @returns where RxPlayer runs. Without a worker, its parser for the page is loaded. */
async function attachWorker(player: RxPlayer): Promise<'multithread' | 'main'> {
  try {
    if (!canTryWorker()) throw new Error('no worker by URL');
    RxPlayer.addFeatures([MULTI_THREAD]);
    // Creates the worker here: RxPlayer would pass its URL as a string, which Trusted Types refuse.
    await player.attachWorker({
      workerUrl: new Worker(trustedScriptUrl(workerUrl)),
      dashWasmUrl: wasmUrl,
    });
    return 'multithread';
  } catch {
    // For example an opaque sandbox, a strict policy, or a browser without WebAssembly or
    // MediaSource in workers.
    const { rxMoreFeatures } = await import('./rx-more-features.ts');
    RxPlayer.addFeatures([rxMoreFeatures.DASH]);
    return 'main';
  }
}
