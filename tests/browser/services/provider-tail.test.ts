import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { providerLogLimits } from '../../../shared/limits/provider-log-limits.ts';
import type { News } from '../../../shared/rpc/news.ts';
import type { PageState } from '../../../shared/rpc/page-state.ts';
import type { ServicesConfig } from '../../../shared/rpc/rpc.ts';
import type { ProviderLogBatch, ProviderLogEntry } from '../../../shared/telemetry/provider-log.ts';
import { startProviderTail } from '../../../src/services/provider-tail.ts';
import type { Playback } from '../../../src/telemetry/stats/start-playback-stats.ts';

let life: AbortController;
let config: { -readonly [Key in keyof ServicesConfig]: ServicesConfig[Key] };
let postNews: (news: News) => void;
let reported: PageState[];
let playback: Pick<Playback, 'keepEntry'>;
/** Numbers of the entries of each beacon that the browser accepted. */
let beacons: number[][];
/** Entries that fit into a beacon. */
let room: number;

beforeEach(() => {
  life = new AbortController();
  config = {
    sid: 'a'.repeat(32),
    origin: 'https://embed.example',
    context: { client: { clientName: 'c', clientVersion: '1', hl: 'en' } },
    isTelemetryOn: true,
    consent: 'granted',
    isPrivate: false,
  };
  reported = [];
  beacons = [];
  room = Number.POSITIVE_INFINITY;
  playback = {};
  vi.spyOn(navigator, 'sendBeacon').mockImplementation((url, body) => {
    expect(String(url)).toBe('https://embed.example/log');
    const { entries } = JSON.parse(String(body)) as ProviderLogBatch;
    if (entries.length > room) return false;
    beacons.push(entries.map(({ n }) => n));
    return true;
  });
  startProviderTail(
    {
      services: {
        config,
        keepNotified: (state) => reported.push(state),
        onNews: (listener) => {
          postNews = listener;
        },
      },
      playback,
    },
    life.signal,
  );
});

afterEach(() => {
  life.abort();
  vi.restoreAllMocks();
});

const entry = (n: number): ProviderLogEntry => ({ n, timeMs: 5, kind: 'k', fields: {} });
const wait = (...numbers: number[]) =>
  postNews({ type: 'provider_log', entries: numbers.map(entry), gone: [] });
const hide = () => dispatchEvent(new Event('pagehide'));

test('at the page’s end a beacon sends the services’ waiting entries, and the page’s own', () => {
  wait(101, 102);
  playback.keepEntry?.(entry(1));
  hide();
  expect(beacons).toEqual([[101, 102, 1]]);
});

test('delivered entries are not sent, and an entry reported twice is sent once', () => {
  wait(101, 102);
  wait(102, 103);
  postNews({ type: 'provider_log', entries: [], gone: [101, 999] });
  hide();
  expect(beacons).toEqual([[102, 103]]);
});

test('hiding and then leaving are one exit; a page shown in between resends undelivered entries', () => {
  wait(101);
  hide();
  hide();
  wait(102);
  hide();
  expect(beacons).toEqual([[101], [102]]);
  // Shows the page.
  document.dispatchEvent(new Event('visibilitychange'));
  hide();
  expect(beacons.at(-1)).toEqual([101, 102]);
});

test('if the browser’s beacon has no room for all, the newest entries leave, and the others at the next exit', () => {
  room = 3;
  wait(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
  hide();
  expect(beacons).toEqual([[9, 10]]);
  room = 0;
  hide();
  expect(beacons).toHaveLength(1);
  room = 10;
  hide();
  expect(beacons.at(-1)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

test('beyond 1,000 entries the oldest are dropped', () => {
  wait(...Array.from({ length: providerLogLimits.bufferCount + 5 }, (_, n) => n + 1));
  hide();
  expect(beacons[0]).toHaveLength(providerLogLimits.bufferCount);
  expect(beacons[0]?.[0]).toBe(6);
});

test('services that start later receive the entries that wait by then', () => {
  wait(101, 102);
  postNews({ type: 'provider_log', entries: [], gone: [101] });
  expect(reported).toEqual([{ type: 'provider_log', entries: [entry(102)] }]);
});

test.each(['pending', 'refused'] as const)(
  'with consent %s, nothing is kept or sent',
  (consent) => {
    wait(101);
    config.consent = consent;
    hide();
    postNews({ type: 'consent', consent });
    wait(102);
    playback.keepEntry?.(entry(1));
    config.consent = 'granted';
    hide();
    expect(beacons).toEqual([]);
  },
);

test('a disposed player sends waiting entries, together with those of its last moment', async () => {
  wait(101);
  life.signal.addEventListener('abort', () => playback.keepEntry?.(entry(1)));
  life.abort();
  await Promise.resolve();
  expect(beacons).toEqual([[101, 1]]);
});
