import { join } from 'node:path';
import { argv } from 'node:process';
import type { EventStore, EventToStore } from '../../server/store/event-store.ts';
import { agreeOnNames } from '../../server/store/reports/custom/agree-on-names.ts';
import { openSqliteStore } from '../../server/store/sqlite/open-sqlite-store.ts';
import { fieldEventName } from '../../shared/telemetry/field-performance.ts';
import { qoeEventName } from '../../shared/telemetry/qoe-event.ts';
import type { QoeSummary } from '../../shared/telemetry/qoe-summary.ts';
import { createRandom } from '../support/create-random.ts';
import {
  inventedArms,
  runInventedExperiments,
  slowed,
  slowedEmbed,
} from './invented-experiments.ts';
import { serveInventedPage, storeInventedLosses } from './invented-losses.ts';
import { inventedViewing } from './invented-viewing.ts';
import { measuredEmbed } from './measured-embed.ts';

// Fills the event store of a data directory with a day of invented playbacks for the pictures of
// the dashboard: a quiet night, an evening, and forty minutes in which a film could not be fetched.
// `node tests/example-telemetry/fill-store.ts DIRECTORY`

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;
const playbacksCount = 2_400;
/** The busiest hours: from and to, as parts of a day (UTC). */
const outage = { from: 0.66, to: 0.69, videoId: 'offstage003' };

const videos = weighted({
  offstage001: 9,
  offstage002: 5,
  offstage003: 4,
  offstage004: 2,
  offstage007: 1,
});
const hosts = weighted({
  'https://news.example': 8,
  'https://shop.example': 4,
  'https://blog.example': 2,
  direct: 1,
  '': 1,
});
const browsers = weighted({ Chrome: 9, Safari: 6, Firefox: 3, Edge: 2, '': 1 });
const devices = weighted({ mobile: 8, desktop: 7, tablet: 2, tv: 1, '': 1 });
const countries = weighted({ DE: 9, FR: 5, US: 4, AT: 3, GB: 2, BR: 1, '': 1 });
const versions = weighted({ '0.1.0': 5, '0.2.0': 2 });
const sections = weighted({ News: 7, Sports: 5, 'Home & garden': 2, Kultur: 1, '': 2 });
const plans = weighted({ free: 5, family: 2, student: 1 });

/** @returns each name, repeated by its weight */
function weighted(weights: Readonly<Record<string, number>>): string[] {
  return Object.entries(weights).flatMap(([name, weight]) => Array<string>(weight).fill(name));
}

const random = createRandom(11);
const pick = (names: readonly string[]) => names[Math.floor(random() * names.length)] ?? '';
/** Around 1, rarely a multiple of it. */
const spread = () => Math.exp((random() + random() + random() - 1.5) * 1.6);

const neverStarted = {
  startMs: null,
  watchedMs: 0,
  rebufferPercent: null,
  averageHeight: null,
} as const;

function summaryOf(isOut: boolean): QoeSummary {
  const watchedMs = Math.round(70_000 * spread());
  const good: QoeSummary = {
    end: random() < 0.4 ? 'ended' : 'left',
    isLive: false,
    startMs: Math.round(420 * spread()),
    isAutoplayBlocked: false,
    isExitBeforeStart: false,
    watchedMs,
    hiddenMs: 0,
    rebufferCount: 0,
    rebufferMs: 0,
    rebufferPercent: 0,
    seekCount: 0,
    seekMs: 0,
    failure: null,
    errorName: null,
    errorCode: null,
    switchCount: 1,
    averageBitrate: 1_800_000,
    averageHeight: 720,
    averageRate: 1,
    droppedFrames: 2,
    totalFrames: 1_500,
  };
  const outcome = random();
  if (isOut && outcome < 0.8)
    return {
      ...good,
      ...neverStarted,
      end: 'failed',
      failure: 'before_start',
      errorName: 'net.retryexhausted',
    };
  if (outcome < 0.03) return { ...good, ...neverStarted, end: 'left', isExitBeforeStart: true };
  if (outcome < 0.05) return { ...good, ...neverStarted, end: 'left', isAutoplayBlocked: true };
  if (outcome < 0.056)
    return {
      ...good,
      ...neverStarted,
      end: 'failed',
      failure: 'before_start',
      errorName: 'fmt.decode',
    };
  if (outcome < 0.062)
    return { ...good, end: 'failed', failure: 'mid_stream', errorName: 'net.timeout' };
  if (outcome > 0.9) {
    const rebufferMs = Math.round(900 * spread());
    const rebufferPercent = (100 * rebufferMs) / (watchedMs + rebufferMs);
    return { ...good, rebufferCount: 1 + Math.floor(random() * 3), rebufferMs, rebufferPercent };
  }
  return good;
}

/** More in the evening than at night, by the time since then. */
function isLikely(agoMs: number, nowMs: number): boolean {
  const hour = ((nowMs - agoMs) % dayMs) / dayMs;
  return random() < 0.18 + 0.82 * Math.max(0, Math.sin((hour - 0.3) * Math.PI * 1.4)) ** 2;
}

async function reportPlayback(store: EventStore, n: number, receivedMs: number): Promise<void> {
  const partOfDay = (receivedMs % dayMs) / dayMs;
  const isOut = partOfDay > outage.from && partOfDay < outage.to;
  const sid = `example-${String(n).padStart(12, '0')}`;
  const videoId = isOut && random() < 0.6 ? outage.videoId : pick(videos);
  const host = pick(hosts);
  const { experimentIds, factor } = inventedArms();
  const summary = slowed(summaryOf(isOut && videoId === outage.videoId), factor);
  const hasBegun = summary.startMs !== null;
  const { client, begun, watched } = inventedViewing(videoId);
  const contextJson = JSON.stringify({
    client: { ...client, clientVersion: versions[n % versions.length], experimentIds },
  });
  const reported: [string, unknown][] = [
    [
      'embed_loaded',
      {
        isFramed: host !== 'direct',
        loaderUrl: host === 'direct' ? '' : host,
        flags: {
          'dimension.section': sections[n % sections.length],
          'dimension.plan': plans[n % plans.length],
        },
      },
    ],
    [hasBegun ? 'video_stats.playback' : 'player_error', { videoId, cpn: 'c', ...begun }],
    ['playback_state', { state: 'playing' }],
    ['video_stats.watchtime', { videoId, cpn: 'c', ...(hasBegun && watched) }],
    ['visibility_change', { state: 'hidden' }],
    [qoeEventName, { videoId, cpn: 'c', ...summary }],
  ];
  if (n % 3 === 0)
    reported.push([fieldEventName, slowedEmbed(measuredEmbed(videoId, host), factor)]);
  const events = reported.map(
    ([name, payload], index): EventToStore => ({
      seq: index + 1,
      name,
      eventTimeMs: receivedMs,
      contextJson,
      payloadJson: JSON.stringify(payload),
    }),
  );
  // Some playbacks are still running, some have an event in flight, and some are sent twice.
  const fate = random();
  const arriving = fate < 0.04 ? events.slice(0, 3) : fate < 0.06 ? events.toSpliced(3, 1) : events;
  // A blocker on one page, in the morning.
  const isBlocked = host === 'https://blog.example' && partOfDay < 0.5 && fate < 0.5;
  const sent = isBlocked ? arriving.toSpliced(2, 2) : arriving;
  const batch = {
    sid,
    endpoint: 'log_event' as const,
    clientEventId: `example-${n}`,
    receivedMs,
    wireBytes: 900 + Math.round(900 * random()),
    browser: pick(browsers),
    device: devices[n % devices.length] ?? '',
    country: countries[(n * 7) % countries.length] ?? '',
    events: sent,
    rejected: 0,
    rejectedSeqs: [],
  };
  serveInventedPage(host, receivedMs);
  await store.insertBatch(batch);
  if (fate > 0.985) await store.insertBatch(batch);
}

async function reportErrors(store: EventStore, nowMs: number): Promise<void> {
  const errors = [
    ['TypeError', "Cannot read properties of undefined (reading 'levels')", 41, 'page'],
    ['NotAllowedError', 'The request is not allowed by the user agent', 12, 'page_rejection'],
    ['SecurityPolicyViolation', 'connect-src https://tracker.example', 3, 'policy'],
  ] as const;
  for (const [index, [type, message, count, source]] of errors.entries())
    for (let n = 0; n < count; n++)
      await store.insertError(
        {
          fingerprint: `example${index}`,
          id: `example-${index}-${n}`,
          sid: `example-${String(n).padStart(12, '0')}`,
          timeMs: nowMs - (count - n) * 9 * minuteMs,
          source,
          level: source === 'page' ? 'ERROR' : 'WARNING',
          type,
          message,
          line: 1,
          stack: `${type}: ${message}\n    at play (src/player/session/controller.ts:88:12)\n    at onClick (src/ui/controls/play-button.tsx:21:7)`,
          clientName: 'OFFSTAGE',
          clientVersion: '0.1.0',
          paramsJson: '{"visibility":"visible","navigation":"none"}',
        },
        nowMs - (count - n) * 9 * minuteMs,
      );
}

async function fill(store: EventStore, nowMs: number): Promise<void> {
  const named = await agreeOnNames([store.dimensions], ['section', 'plan']);
  if (!named.ok) throw new Error(named.error.message);
  const agos: number[] = [];
  while (agos.length < playbacksCount) {
    const agoMs = Math.floor(random() * dayMs);
    if (isLikely(agoMs, nowMs)) agos.push(agoMs);
  }
  const stored = agos
    .sort((a, b) => b - a)
    .map((agoMs, n) => reportPlayback(store, n, nowMs - agoMs));
  await Promise.all(stored);
  await reportErrors(store, nowMs);
  await runInventedExperiments(store, nowMs);
  await storeInventedLosses(store, nowMs);
}

const opened = openSqliteStore(join(argv[2] ?? '', 'events.sqlite'));
if (!opened.ok) throw new Error(opened.error.message);
await fill(opened.value, Date.now());
await opened.value.close();
