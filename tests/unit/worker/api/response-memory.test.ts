import { beforeEach, expect, test } from 'vitest';
import {
  createResponseMemory,
  type ResponseMemory,
} from '../../../../worker/api/response-memory.ts';
import type { DataStore } from '../../../../worker/storage/data/data-store.ts';
import { createFakeClock, type FakeClock } from '../../fake-clock.ts';
import { keepInMemory } from '../storage/data/keep-in-memory.ts';

const jar = { encryptedTokenJarContents: 'jar', expirationSeconds: 60 };

let clock: FakeClock;
let data: DataStore;
let reports: [kind: string, field: unknown][];
let memory: ResponseMemory;

beforeEach(() => {
  clock = createFakeClock();
  data = keepInMemory(clock);
  reports = [];
  memory = createResponseMemory({
    data,
    now: clock.now,
    logToProvider: (kind, { field }) => reports.push([kind, field]),
  });
});

const keep = (responseContext: unknown) => memory.keep({ responseContext });

test('a consistency token is valid for the seconds that it names [spec-3.9, spec-9.3]', async () => {
  await keep({ consistencyTokenJar: jar });
  clock.advance(59_999);
  expect(await memory.read()).toEqual({ consistencyTokenJars: [jar] });
  clock.advance(1);
  expect(await memory.read()).toEqual({});
});

test('a later token replaces the earlier one, with its own lifetime', async () => {
  await keep({ consistencyTokenJar: jar });
  const next = { encryptedTokenJarContents: 'next', expirationSeconds: 10 };
  await keep({ consistencyTokenJar: next });
  expect(await memory.read()).toEqual({ consistencyTokenJars: [next] });
  clock.advance(10_000);
  expect(await memory.read()).toEqual({});
});

test('a location playability token is valid for 180 days [spec-7.57, spec-9.4]', async () => {
  await keep({ locationPlayabilityToken: 'here' });
  clock.advance(15_552_000 * 1_000 - 1);
  expect(await memory.read()).toEqual({ locationPlayabilityToken: 'here' });
  clock.advance(1);
  expect(await memory.read()).toEqual({});
});

test('a configuration is cached with its hash and its time, and only the hash is sent back [spec-3.11, spec-3.60, spec-3.61, spec-7.58]', async () => {
  await keep({
    globalConfig: { cold: { hashData: 'c1', config: { a: [1] } }, hot: { hashData: 'h1' } },
  });
  expect(await memory.read()).toEqual({ globalConfigHashes: { cold: 'c1' } });
  expect(await data.get('api/config/cold')).toEqual({
    config: { a: [1] },
    hashData: 'c1',
    timestamp: clock.now(),
  });
  await keep({ globalConfig: { cold: { hashData: 'c2', config: {} } } });
  expect(await memory.read()).toEqual({ globalConfigHashes: { cold: 'c2' } });
});

test('a malformed part is reported, and the others are stored', async () => {
  await keep({
    consistencyTokenJar: { encryptedTokenJarContents: 'jar', expirationSeconds: -1 },
    locationPlayabilityToken: 'here',
    globalConfig: { cold: { config: {} }, hot: { hashData: 'h', config: {} } },
  });
  expect(await memory.read()).toEqual({
    locationPlayabilityToken: 'here',
    globalConfigHashes: { hot: 'h' },
  });
  expect(reports).toEqual([
    ['response_context_malformed', 'consistencyTokenJar'],
    ['response_context_malformed', 'globalConfig.cold'],
  ]);
});

test.each([
  [
    { consistencyTokenJar: { ...jar, encryptedTokenJarContents: 'x'.repeat(4_001) } },
    'consistencyTokenJar',
  ],
  [{ consistencyTokenJar: { ...jar, expirationSeconds: '60' } }, 'consistencyTokenJar'],
  [{ locationPlayabilityToken: {} }, 'locationPlayabilityToken'],
  [{ globalConfig: { hot: { hashData: 'a b', config: {} } } }, 'globalConfig.hot'],
  [[], 'responseContext'],
  ['text', 'responseContext'],
])('the malformed %j is not stored', async (context, field) => {
  await keep(context);
  expect(await memory.read()).toEqual({});
  expect(reports).toEqual([['response_context_malformed', field]]);
});

test.each([[null], [[]], ['text'], [{}], [{ responseContext: null }]])(
  'the reply %j stores nothing',
  async (reply) => {
    await memory.keep(reply);
    expect(await memory.read()).toEqual({});
    expect(reports).toEqual([]);
  },
);

test('values of another shape in the store are not sent back', async () => {
  await data.set('api/consistency-token-jar', { evil: true }, 1_000);
  await data.set('api/location-playability-token', 7, 1_000);
  await data.set('api/config/cold', { hashData: 1 }, 1_000);
  expect(await memory.read()).toEqual({});
});

test('of two valid configurations the hot one takes precedence, flag by flag [spec-3.11, spec-3.60, spec-3.61]', async () => {
  const cold = {
    version: 1,
    brand: 'B',
    flags: { a: 'cold', b: 'cold' },
    logTiers: { poll: 'fast' },
  };
  const hot = { version: 1, flags: { b: 'hot' }, logTiers: { poll: 'immediate' } };
  await keep({
    globalConfig: { cold: { hashData: 'c', config: cold }, hot: { hashData: 'h', config: hot } },
  });
  clock.advance(5_000);
  expect(await memory.readConfig()).toEqual({
    flags: { a: 'cold', b: 'hot' },
    logTiers: { poll: 'immediate' },
  });
  expect(await memory.configStates()).toEqual([
    { name: 'cold', hashData: 'c', ageMs: 5_000, problem: null },
    { name: 'hot', hashData: 'h', ageMs: 5_000, problem: null },
  ]);
});

test.each([
  [{ version: 2, flags: { a: '1' } }],
  [{ version: '1' }],
  [{ flags: { a: 1 } }],
  [{ flags: { '': '1' } }],
  [{ flags: { a: 'x'.repeat(501) } }],
  [{ logTiers: { poll: 'soon' } }],
  [{ logTiers: { '<b>': 'fast' } }],
  [
    {
      logTiers: Object.fromEntries(
        Array.from({ length: 101 }, (_, index) => [`e${index}`, 'fast']),
      ),
    },
  ],
  [[]],
  ['text'],
  [null],
])('the cached configuration %j is ignored, reported once, and requested again', async (config) => {
  await data.set('api/config/hot', { hashData: 'h', timestamp: clock.now(), config }, 1_000);
  expect(await memory.readConfig()).toEqual({ flags: {}, logTiers: {} });
  expect(await memory.read()).toEqual({});
  expect(await memory.configStates()).toMatchObject([{ name: 'hot', problem: expect.any(String) }]);
  expect(reports).toEqual([['response_context_malformed', 'globalConfig.hot']]);
  await keep({
    globalConfig: { hot: { hashData: 'h', config: { version: 1, flags: { a: '1' } } } },
  });
  expect(await memory.readConfig()).toMatchObject({ flags: { a: '1' } });
});
