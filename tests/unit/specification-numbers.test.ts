import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readClaims } from '../../scripts/lib/claims.js';
import { logTiers } from '../../shared/telemetry/log-event.ts';

const secMs = 1_000;
const minMs = 60 * secMs;
const dayMs = 24 * 60 * minMs;

/**
 * Every number of the specification's §9 with its place in the product, and the claim whose test
 * fails with another number.
 */
const numbers: [claim: string, meaning: string, name: string, value: number][] = [
  ['spec-9.1', 'visitor id refresh', 'visitorLimits.refreshMs', 1_800_000],
  ['spec-9.2', 'visitor id retry', 'visitorLimits.retryMs', 120_000],
  ['spec-9.5', 'geolocation timeout', 'positionLimits.timeoutMs', 10 * secMs],
  ['spec-9.34', 'geolocation timeout on mobile web', 'positionLimits.mobileTimeoutMs', 15 * secMs],
  ['spec-9.19', 'hi-dpi cookie', 'deviceLimits.hiDpiCookieLifeMs', 63_072_000 * secMs],
  ['spec-9.4', 'location token stored', 'apiLimits.locationTokenLifeMs', 15_552_000 * secMs],
  ['spec-9.6', 'log batch debounce', 'batchLimits.debounceMs', 10_000],
  ['spec-9.36', 'log batch debounce of some tiers', 'batchLimits.fastDebounceMs', 5_000],
  ['spec-9.7', 'tier default', 'logTiers.default', 100],
  ['spec-9.37', 'tier dispatch to empty', 'logTiers.dispatch_to_empty', 200],
  ['spec-9.38', 'tier fast', 'logTiers.fast', 300],
  ['spec-9.39', 'tier immediate', 'logTiers.immediate', 400],
  ['spec-9.8', 'batch size', 'logLimits.batchCount', 100],
  ['spec-9.9', 'queued events that flush', 'batchLimits.flushQueuedCount', 1_000],
  ['spec-9.10', 'buffer of the logging provider', 'providerLogLimits.bufferCount', 1_000],
  ['spec-9.11', 'flush interval at first', 'providerLogLimits.flushMs', 10 * secMs],
  ['spec-9.41', 'flush interval at most', 'providerLogLimits.flushMaxMs', 5 * minMs],
  ['spec-9.12', 'counter wraps', 'logLimits.sequenceMax', 65_535],
  ['spec-9.13', 'error parameters', 'errorLimits.paramMaxChars', 500],
  ['spec-9.14', 'error report message', 'errorLimits.messageMaxChars', 250],
  ['spec-9.16', 'latency repeats of a key', 'latencyLimits.repeatsMax', 5],
  ['spec-9.17', 'latency keys dropped after', 'latencyLimits.keyMs', 60 * secMs],
  ['spec-9.15', 'ad status timeout', 'probeLimits.adStatusTimeoutMs', 5 * secMs],
  ['spec-9.20', 'attach cache of the bot detection', 'probeLimits.attachCacheCount', 1_000],
  ['spec-9.18', 'player readiness poll', 'playerLimits.readinessPollMs', 50],
  ['spec-9.20', 'attach cache of visual elements', 'visualElementLimits.attachCacheCount', 1_000],
  ['spec-9.21', 'sample of storage logging', 'providerLogLimits.storageSample', 0.2],
  ['spec-9.22', 'connectivity check', 'connectivityLimits.checkEveryMs', 30 * secMs],
  ['spec-9.42', 'connectivity check timeout', 'connectivityLimits.timeoutMs', 20 * secMs],
  ['spec-9.23', 'gzip from', 'batchLimits.gzipMinChars', 500],
  ['spec-9.43', 'gzip to', 'batchLimits.gzipMaxChars', 500_000],
  ['spec-9.24', 'stored log requests expire', 'queueLimits.expiryMs', 30 * dayMs],
  ['spec-9.25', 'queued request retry expiry', 'queueLimits.retryExpiryMs', 120_000],
  ['spec-9.26', 'retry delay', 'queueLimits.retryDelayMs', 5_000],
  ['spec-9.27', 'user-activity update timer', 'playerLimits.activityUpdateMs', 800],
  ['spec-9.28', 'stored-request retry cap', 'queueLimits.retryCap', 1],
  ['spec-9.29', 'potential error limit', 'queueLimits.potentialErrorLimit', 10],
  ['spec-9.30', 'offline error records kept', 'errorLimits.keptMs', 30 * dayMs],
  ['spec-9.31', 'offline request records retried', 'errorLimits.retryMs', 60 * secMs],
];

/** And those of its other sections. */
const others: typeof numbers = [
  ['spec-8.22', 'client errors reported at most', 'errorLimits.reportsCount', 5],
  ['spec-4.38', 'navigation reset', 'controlsLimits.navigationResetMs', 5_000],
  ['spec-7.56', 'visitor id timeout', 'visitorLimits.timeoutMs', 5_000],
];

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

const limitFiles = readdirSync(new URL('../../shared/limits', import.meta.url)).filter((file) =>
  file.endsWith('.ts'),
);
const modules = await Promise.all(
  limitFiles.map(
    (file): Promise<Record<string, Record<string, number>>> =>
      import(new URL(`../../shared/limits/${file}`, import.meta.url).href),
  ),
);
const groups = Object.assign({ logTiers }, ...modules);

/** The sources of page and worker without their comments. */
const sources = ['src', 'worker'].flatMap((room) =>
  readdirSync(new URL(`../../${room}`, import.meta.url), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => ({ path: `${room}/${path}`, text: withoutComments(read(`${room}/${path}`)) })),
);

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');
}

describe.each([...numbers, ...others])('%s: %s', (_claim, _meaning, path, value) => {
  const [group = '', name = ''] = path.split('.');

  test(`is ${path}`, () => {
    expect(groups[group]?.[name]).toBe(value);
  });
});

test('this list has every line of §9 with a number, and no others [spec-9.32]', () => {
  const claims = readClaims(read('docs/specification.md'), '').map(({ id }) => id);
  const listed = [...numbers, ...others].map(([claim]) => claim);
  expect(listed.filter((claim) => !claims.includes(claim))).toEqual([]);
  // The specification gives these no number: a count that falls, a token's own time, high accuracy,
  // doubling. 9.32 is this test.
  const without = claims.filter((claim) => claim.startsWith('spec-9.') && !listed.includes(claim));
  expect(without).toEqual(['spec-9.33', 'spec-9.3', 'spec-9.35', 'spec-9.40', 'spec-9.32']);
});

test('numbers with a comment that names §9 are exactly those of this list [spec-9.32]', () => {
  const marked = limitFiles.flatMap((file) =>
    read(`shared/limits/${file}`)
      .split(/^export const (?=\w+Limits = )/m)
      .flatMap((group) =>
        [...group.matchAll(/\/\*\* §9: [^/]*\*\/\s*(\w+):/g)].map(
          ([, name]) => `${group.split(' ', 1)[0]}.${name}`,
        ),
      ),
  );
  const listed = numbers.map(([, , path]) => path).filter((path) => !path.startsWith('logTiers.'));
  expect([...marked].sort()).toEqual([...listed].sort());
});

test('no source of page and worker repeats one of the long numbers [spec-9.32]', () => {
  const long = new Set(numbers.map(([, , , value]) => value).filter((value) => value >= 30_000));
  const strays = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/(?<![\w.])\d[\d_]{3,}(?![\w.])/g)]
      .filter(([digits]) => long.has(Number(digits.replaceAll('_', ''))))
      .map(([digits]) => `${path}: ${digits}`),
  );
  expect(strays).toEqual([]);
});
