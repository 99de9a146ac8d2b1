import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as errorValues from '../../shared/error-limits.ts';
import * as laterValues from '../../shared/later-limits.ts';
import * as values from '../../shared/limits.ts';
import { logTiers } from '../../shared/log-event.ts';
import * as servicesValues from '../../shared/services-limits.ts';

const secMs = 1_000;
const minMs = 60 * secMs;
const dayMs = 24 * 60 * minMs;

/** Every number of the specification's §9, and where the product has it: once. */
const numbers: [meaning: string, name: string, value: number][] = [
  ['visitor id refresh', 'visitorLimits.refreshMs', 1_800_000],
  ['visitor id retry', 'visitorLimits.retryMs', 120_000],
  ['geolocation timeout', 'positionLimits.timeoutMs', 10 * secMs],
  ['geolocation timeout on mobile web', 'positionLimits.mobileTimeoutMs', 15 * secMs],
  ['hi-dpi cookie', 'deviceLimits.hiDpiCookieLifeMs', 63_072_000 * secMs],
  ['location token stored', 'apiLimits.locationTokenLifeMs', 15_552_000 * secMs],
  ['log batch debounce', 'batchLimits.debounceMs', 10_000],
  ['log batch debounce of some tiers', 'batchLimits.fastDebounceMs', 5_000],
  ['tier default', 'logTiers.default', 100],
  ['tier dispatch to empty', 'logTiers.dispatch_to_empty', 200],
  ['tier fast', 'logTiers.fast', 300],
  ['tier immediate', 'logTiers.immediate', 400],
  ['batch size', 'logLimits.batchCount', 100],
  ['queued events that flush', 'batchLimits.flushQueuedCount', 1_000],
  ['buffer of the logging provider', 'providerLogLimits.bufferCount', 1_000],
  ['flush interval at first', 'providerLogLimits.flushMs', 10 * secMs],
  ['flush interval at most', 'providerLogLimits.flushMaxMs', 5 * minMs],
  ['counter wraps', 'logLimits.sequenceMax', 65_535],
  ['error parameters', 'errorLimits.paramMaxChars', 500],
  ['error report message', 'errorLimits.messageMaxChars', 250],
  ['latency repeats of a key', 'latencyLimits.repeatsMax', 5],
  ['latency keys dropped after', 'latencyLimits.keyMs', 60 * secMs],
  ['ad status timeout', 'probeLimits.adStatusTimeoutMs', 5 * secMs],
  ['attach cache of the bot detection', 'probeLimits.attachCacheCount', 1_000],
  ['player readiness poll', 'playerLimits.readinessPollMs', 50],
  ['attach cache of visual elements', 'visualElementLimits.attachCacheCount', 1_000],
  ['sample of storage logging', 'providerLogLimits.storageSample', 0.2],
  ['connectivity check', 'connectivityLimits.checkEveryMs', 30 * secMs],
  ['connectivity check timeout', 'connectivityLimits.timeoutMs', 20 * secMs],
  ['gzip from', 'batchLimits.gzipMinChars', 500],
  ['gzip to', 'batchLimits.gzipMaxChars', 500_000],
  ['stored log requests expire', 'queueLimits.expiryMs', 30 * dayMs],
  ['queued request retry expiry', 'queueLimits.retryExpiryMs', 120_000],
  ['retry delay', 'queueLimits.retryDelayMs', 5_000],
  ['user-activity update timer', 'playerLimits.activityUpdateMs', 800],
  ['stored-request retry cap', 'queueLimits.retryCap', 1],
  ['potential error limit', 'queueLimits.potentialErrorLimit', 10],
  ['offline error records kept', 'errorLimits.keptMs', 30 * dayMs],
  ['offline request records retried', 'errorLimits.retryMs', 60 * secMs],
];

/** And those of its other sections. */
const others: typeof numbers = [
  ['§8: client errors reported at most', 'errorLimits.reportsCount', 5],
  ['§4: navigation reset', 'controlsLimits.navigationResetMs', 5_000],
  ['§7: visitor id timeout', 'visitorLimits.timeoutMs', 5_000],
];

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

const groups: Record<string, Record<string, number>> = {
  ...values,
  ...servicesValues,
  ...laterValues,
  ...errorValues,
  logTiers,
};

/** The product's sources without their comments; the files that only hold numbers are not among them. */
const sources = ['src', 'worker', 'server', 'shared'].flatMap((room) =>
  readdirSync(new URL(`../../${room}`, import.meta.url), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(tsx?|js)$/.test(path) && !/limits\.ts$/.test(path))
    .map((path) => ({ path: `${room}/${path}`, text: withoutComments(read(`${room}/${path}`)) })),
);

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');
}

/** Whether a source reads the number from its group: `group.name`, or `const { name } = group`. */
function uses(text: string, group: string, name: string): boolean {
  if (new RegExp(`\\b${group}\\.${name}\\b`).test(text)) return true;
  const taken = text.matchAll(new RegExp(`\\{([^{}]*)\\}[^={};]*=\\s*${group}\\b(?!\\.)`, 'g'));
  return [...taken].some(([, names = '']) => new RegExp(`\\b${name}\\b`).test(names));
}

describe.each([...numbers, ...others])('%s', (_meaning, path, value) => {
  const [group = '', name = ''] = path.split('.');

  test(`is ${path}`, () => {
    expect(groups[group]?.[name]).toBe(value);
  });

  test(`is used by the product [spec-9.32]`, () => {
    const users = sources.filter(({ text }) => uses(text, group, name));
    expect(users.map(({ path }) => path)).not.toEqual([]);
  });
});

test('every number that its comment says is of §9 is in this list, and every number of this list says so [spec-9.32]', () => {
  const marked = ['limits', 'services-limits', 'later-limits', 'playing-limits', 'error-limits'].flatMap(
    (file) =>
      read(`shared/${file}.ts`)
        .split(/^export const (?=\w+Limits = )/m)
        .flatMap((group) =>
          [...group.matchAll(/\/\*\* §9: [^/]*\*\/\s*(\w+):/g)].map(
            ([, name]) => `${group.split(' ', 1)[0]}.${name}`,
          ),
        ),
  );
  const listed = numbers.map(([, path]) => path).filter((path) => !path.startsWith('logTiers.'));
  expect([...marked].sort()).toEqual([...listed].sort());
});

test('no source of page and worker has one of the long ones as a number of its own', () => {
  const long = new Set(numbers.map(([, , value]) => value).filter((value) => value >= 30_000));
  const strays = sources
    .filter(({ path }) => /^(src|worker)\//.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/(?<![\w.])\d[\d_]{3,}(?![\w.])/g)]
        .filter(([digits]) => long.has(Number(digits.replaceAll('_', ''))))
        .map(([digits]) => `${path}: ${digits}`),
    );
  expect(strays).toEqual([]);
});

test('a number that nobody reads would be noticed', () => {
  const text = 'const { a, b: renamed } = xLimits; f(yLimits.c); const { d } = xLimits.inner; // xLimits.e';
  expect(['a', 'b'].every((name) => uses(text, 'xLimits', name))).toBe(true);
  expect(uses(text, 'yLimits', 'c')).toBe(true);
  for (const name of ['c', 'd']) expect(uses(text, 'xLimits', name)).toBe(false);
  expect(uses(withoutComments('/* xLimits.e */\n  // xLimits.e\n'), 'xLimits', 'e')).toBe(false);
});
