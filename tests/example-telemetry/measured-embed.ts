import type { FieldPerformance } from '../../shared/telemetry/field-performance.ts';
import { createRandom } from '../support/create-random.ts';

const random = createRandom(17);
/** Around 1, rarely a multiple of it. */
const spread = () => Math.exp((random() + random() + random() - 1.5) * 1.6);
const around = (value: number) => Math.round(value * spread());
const pick = <T>(values: readonly T[], first: T): T =>
  values[Math.floor(random() * values.length)] ?? first;

/** @returns an invented report of a measured embed; embeds in this shop's pages are slow */
export function measuredEmbed(videoId: string, host: string): FieldPerformance {
  const slowness = host.includes('shop') ? 2.5 : 1;
  const blockingMs = random() < 0.4 ? 0 : around(60 * slowness);
  const longest = blockingMs === 0 ? [] : [frameOf(blockingMs)];
  return {
    share: 0.1,
    videoId,
    engine: pick(['hls.js', 'hls.js', 'hls.js', 'rx-player', null], null),
    atMs: around(90_000),
    place: pick(['worker', 'worker', 'worker', 'worker', 'main'], null),
    longTasks: { count: longest.length, longestMs: blockingMs + 50, blockingMs },
    longFrames: {
      count: longest.length,
      blockingMs,
      ownScriptMs: around(30 * slowness),
      otherScriptMs: 0,
      worst: longest,
    },
    interaction: random() < 0.4 ? null : interactionOf(around(60 * slowness)),
    layoutShift: random() < 0.95 ? 0 : 0.02,
    largestPaint: { atMs: around(600 * slowness), areaPx: 230_000 },
    pageScripts: { count: 14, bytes: around(95_000) },
    servicesScripts: { count: 1, bytes: 15_600 },
    requestCount: around(24),
    transferredBytes: random() < 0.5 ? around(12_000) : around(140_000),
    cachedScriptCount: random() < 0.5 ? 0 : 14,
    services: { startMs: around(90 * slowness), busyMs: around(40), messageCount: 50 },
    start: {
      embedCreatedMs: around(320 * slowness),
      playToFirstFrameMs: around(380),
      firstFrameMs: around(900),
    },
    messages: { fromHostCount: 0, toHostCount: 0 },
    device: {
      class: pick(['low', 'medium', 'medium', 'high'], null),
      connection: pick(['4g', '4g', '4g', '3g', null], null),
      isSavingData: false,
    },
  };
}

function frameOf(blockingMs: number) {
  const script = pick(['mount-ui-D1Ub_0fx.js', 'hls-engine-Bk2uO1aS.js', null], null);
  const ms = blockingMs + 20;
  return {
    startMs: 700,
    ms: ms + 30,
    blockingMs,
    scripts: [{ script, function: 'e', invoker: 'user-callback', ms, forcedLayoutMs: 0 }],
  };
}

function interactionOf(inpMs: number) {
  return {
    inpMs,
    type: 'click',
    startMs: 4_000,
    inputDelayMs: 2,
    processingMs: inpMs / 3,
    presentationMs: inpMs / 2,
    script: null,
  };
}
