import { beforeEach, expect, test } from 'vitest';
import { resumeLimits } from '../../../../../shared/limits/resume-limits.ts';
import {
  createResumePlaces,
  type ResumePlaces,
  type ResumePlacesDeps,
} from '../../../../../worker/viewer/resume/resume-places.ts';
import { createFakeClock, type FakeClock } from '../../../fake-clock.ts';

let clock: FakeClock;
let rows: Map<string, { value: unknown; lifeMs: number }>;
let places: ResumePlaces;

beforeEach(() => {
  clock = createFakeClock();
  rows = new Map();
  const data: ResumePlacesDeps['data'] = {
    get: async (key) => rows.get(key)?.value,
    async set(key, value, lifeMs) {
      rows.set(key, { value, lifeMs });
    },
    async delete(key) {
      rows.delete(key);
    },
    keys: async (prefix) => [...rows.keys()].filter((key) => key.startsWith(prefix)).sort(),
  };
  places = createResumePlaces({ data, clock });
});

const idOf = (place: number) => `video${String(place).padStart(6, '0')}`;

test('a resume position is stored, replaced and deleted, and expires after 30 days', async () => {
  expect(await places.find('offstage001')).toBeNull();
  await places.keep('offstage001', 40);
  await places.keep('offstage001', 83);
  expect(await places.find('offstage001')).toBe(83);
  expect(rows.get('resume/offstage001')?.lifeMs).toBe(2_592_000_000);
  await places.keep('offstage001', null);
  expect([...rows.keys()]).toEqual([]);
});

test('when full, the position of the video watched longest ago is deleted, and other services’ data stays', async () => {
  rows.set('visitor/id', { value: 'x', lifeMs: 1 });
  for (let place = 0; place < resumeLimits.keptCount; place += 1) {
    await places.keep(idOf(place), 60);
    clock.advance(1);
  }
  await places.keep(idOf(0), 61);
  clock.advance(1);
  await places.keep('offstage001', 70);
  expect(await places.find(idOf(0))).toBe(61);
  expect(await places.find(idOf(1))).toBeNull();
  expect(await places.find('offstage001')).toBe(70);
  expect(rows.size).toBe(resumeLimits.keptCount + 1);
});

test.each([[null], ['40'], [{ seconds: -1, savedMs: 5 }], [{ seconds: 40 }], [[40]]])(
  'the malformed row %j is no position, and is replaced',
  async (value) => {
    rows.set('resume/offstage001', { value, lifeMs: 1 });
    expect(await places.find('offstage001')).toBeNull();
    await places.keep('offstage001', 40);
    expect(await places.find('offstage001')).toBe(40);
  },
);
