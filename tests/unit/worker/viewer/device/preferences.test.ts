import { beforeEach, expect, test } from 'vitest';
import type { Preferences } from '../../../../../shared/telemetry/device-report.ts';
import type { DataStore } from '../../../../../worker/storage/data/data-store.ts';
import { createDeviceReports } from '../../../../../worker/viewer/device/device-reports.ts';
import {
  createPreferences,
  type KeptPreferences,
} from '../../../../../worker/viewer/device/preferences.ts';
import { createFakeClock, type FakeClock } from '../../../fake-clock.ts';
import { keepInMemory } from '../../storage/data/keep-in-memory.ts';

let clock: FakeClock;
let store: DataStore;
/** Keys in the order of writing. */
let written: string[];
let preferences: KeptPreferences;

beforeEach(() => {
  clock = createFakeClock();
  store = keepInMemory(clock);
  written = [];
  preferences = createPreferences({ data: watched(), clock });
});

function watched(): DataStore {
  return {
    ...store,
    set(key, value, lifeMs) {
      written.push(key);
      return store.set(key, value, lifeMs);
    },
  };
}

const all: Required<Preferences> = {
  volume: 40,
  isMuted: true,
  playbackRate: 1.5,
  qualityHeight: 720,
  captionsLanguage: 'es-MX',
  captionsFontSize: 2,
  captionStyle: { color: 'yellow', backgroundOpacity: 50 },
  audioLanguage: 'es',
};

test('each choice is stored and read by itself', async () => {
  expect(await preferences.read()).toEqual({});
  preferences.keep({ volume: 0, captionsLanguage: null });
  await clock.advanceAsync(0);
  expect(await preferences.read()).toEqual({ volume: 0, captionsLanguage: null });
  preferences.keep(all);
  await clock.advanceAsync(1_000);
  expect(await preferences.read()).toEqual(all);
});

test('the first choice is stored at once, and later ones together soon after', async () => {
  for (let volume = 95; volume > 50; volume -= 5) preferences.keep({ volume });
  preferences.keep({ isMuted: true });
  expect(written).toEqual(['preference/volume']);
  await clock.advanceAsync(1_000);
  expect(written).toEqual(['preference/volume', 'preference/volume', 'preference/isMuted']);
  expect(await preferences.read()).toEqual({ volume: 55, isMuted: true });
  await clock.advanceAsync(1_000);
  expect(clock.timerCount).toBe(0);
  preferences.keep({ isMuted: false });
  expect(written).toHaveLength(4);
});

test('the end stores the pending choices', async () => {
  preferences.keep({ volume: 10 });
  preferences.keep({ volume: 20 });
  await preferences.stop();
  expect(await preferences.read()).toEqual({ volume: 20 });
  expect(clock.timerCount).toBe(0);
});

test('two pages overwrite only the choices that each of them made', async () => {
  const other = createPreferences({ data: store, clock });
  preferences.keep({ volume: 10, isMuted: true });
  other.keep({ volume: 70 });
  await clock.advanceAsync(1_000);
  expect(await preferences.read()).toEqual({ volume: 70, isMuted: true });
});

test('a preference is kept for two years', async () => {
  preferences.keep({ volume: 10 });
  await clock.advanceAsync(1_000);
  clock.advance(63_072_000_000 - 1_001);
  expect(await preferences.read()).toEqual({ volume: 10 });
  clock.advance(1);
  expect(await preferences.read()).toEqual({});
});

test.each([
  ['volume', 101],
  ['volume', -1],
  ['volume', 0.5],
  ['volume', Number.NaN],
  ['volume', '50'],
  ['isMuted', 1],
  ['playbackRate', 0],
  ['playbackRate', Number.POSITIVE_INFINITY],
  ['qualityHeight', 'hd720'],
  ['qualityHeight', 0],
  ['captionsLanguage', '<script>'],
  ['captionsLanguage', ''],
  ['captionsFontSize', 4],
  ['captionsFontSize', {}],
  ['isMuted', null],
])('a stored row of another shape is ignored and deleted: %s is %j', async (name, value) => {
  await store.set('preference/captionsLanguage', 'de', 1e9);
  await store.set('preference/somebody-else', value, 1e9);
  await store.set(`preference/${name}`, value, 1e9);
  const read = await preferences.read();
  expect(read).not.toHaveProperty(name);
  if (name !== 'captionsLanguage') expect(read).toEqual({ captionsLanguage: 'de' });
  expect(await store.get(`preference/${name}`)).toBeUndefined();
});

const reportsOf = (changes: Partial<Parameters<typeof createDeviceReports>[0]> = {}) =>
  createDeviceReports({
    data: watched(),
    clock,
    hasKept: async () => true,
    canStore: () => true,
    ...changes,
  });

test.each([
  [null],
  ['opening'],
  [{ isOpening: 'yes' }],
  [{ chosen: { volume: 1_000 } }],
  [{ chosen: { volume: 50, captionsLanguage: 'x'.repeat(100) } }],
  [{ screen: { pixelRatio: 2 } }],
  [
    {
      screen: {
        pixelRatio: Number.NaN,
        cookies: '',
        isHttps: true,
        isSecure: true,
        isFramed: true,
      },
    },
  ],
])('a report of another shape is refused and stores nothing: %j', async (report) => {
  expect(await reportsOf().reportDevice(report as never)).toMatchObject({
    ok: false,
    error: { code: 'BAD_REPORT', message: expect.stringContaining('schema') },
  });
  expect(written).toEqual([]);
});

const screen = { pixelRatio: 2, cookies: '', isHttps: true, isSecure: true, isFramed: true };

test('a new page gets the stored preferences and the cookie to write', async () => {
  await store.set('preference/volume', 30, 1e9);
  expect(await reportsOf().reportDevice({ isOpening: true, screen })).toEqual({
    ok: true,
    value: {
      preferences: { volume: 30 },
      resumeSeconds: null,
      cookie: expect.stringContaining('offstage_hidpi=1'),
    },
  });
});

test('where storage is denied no cookie is written, and nothing is read from an empty store', async () => {
  const data = { ...store, get: () => Promise.reject(new Error('looked')) };
  const reports = reportsOf({ data, hasKept: async () => false, canStore: () => false });
  expect(await reports.reportDevice({ isOpening: true, screen })).toEqual({
    ok: true,
    value: { preferences: {}, resumeSeconds: null, cookie: null },
  });
});
