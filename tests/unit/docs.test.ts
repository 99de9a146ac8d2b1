import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

import { batchLimits } from '../../shared/limits/batch-limits.ts';
import { bridgeLimits } from '../../shared/limits/bridge-limits.ts';
import { intakeLimits } from '../../shared/limits/intake-limits.ts';
import { logLimits } from '../../shared/limits/log-limits.ts';
import { playerLimits } from '../../shared/limits/player-limits.ts';
import { queueLimits } from '../../shared/limits/queue-limits.ts';
import { hostErrorCode } from '../../shared/player/player-error.ts';
import { viewerActions } from '../../shared/telemetry/viewer-action.ts';
import { databaseErrors } from '../../shared/tools/database-error.ts';
import { apiInterface } from '../../src/bridge/host-commands.ts';
import { subscribableEvents } from '../../src/bridge/host-events.ts';
import { playerJsEvents, playerJsMethods } from '../../src/bridge/player-js/announce-player-js.ts';
import { playbackRates } from '../../src/player/state/playback-rates.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
/** All code that runs in the page. */
const sources = () =>
  readdirSync(new URL('../../src', import.meta.url), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => read(`src/${path}`))
    .join('\n');

test.each([
  'self-hosting.md',
  'tutorial.md',
  ...readdirSync(new URL('../../docs/self-hosting', import.meta.url)).map(
    (name) => `self-hosting/${name}`,
  ),
])('docs/%s is one task, at most 12 kB', (name) => {
  expect(Buffer.byteLength(read(`docs/${name}`))).toBeLessThanOrEqual(12_000);
});

describe('docs/host-api.md', () => {
  const text = read('docs/host-api.md');

  test.each(apiInterface.filter((name) => !/^(get|is|remove)/.test(name)))(
    'names the command %s',
    (name) => {
      expect(text).toContain(`\`${name}\``);
    },
  );

  test.each(subscribableEvents)('names the event %s', (name) => {
    expect(text).toContain(`\`${name}\``);
  });

  test.each([...playerJsMethods, ...playerJsEvents])('names player.js’s %s', (name) => {
    expect(text.slice(text.indexOf('## player.js'))).toContain(`\`${name}\``);
  });

  test('lists the playback rates', () => {
    expect(text).toContain(`| \`setPlaybackRate\` | ${playbackRates.join(', ')};`);
  });

  test.each([
    'api.invalidparam',
    'fmt.decode',
    'video.notfound',
    'auth',
    'mrm.blocked',
    'embedder.identity.denied',
  ])('explains the error number of %s', (name) => {
    expect(text.slice(text.indexOf('## Errors'))).toMatch(
      new RegExp(`\\b${hostErrorCode(name)} \\|`),
    );
  });
});

describe('the walks of CONTRIBUTING.md', () => {
  const text = read('CONTRIBUTING.md');
  const walks = /^## Five changes.*?(?=^## )/ms.exec(text)?.[0].split('\n### ').slice(1) ?? [];
  const isThere = (path: string) => existsSync(new URL(`../../${path}`, import.meta.url));

  test('are five, of at most five files each', () => {
    expect(walks).toHaveLength(5);
    for (const walk of walks) {
      const steps = walk.match(/^\d\. `[\w-]+\//gm) ?? [];
      expect(steps.length).toBeGreaterThan(2);
      expect(steps.length).toBeLessThan(6);
    }
  });

  test('name only files and tests that exist', () => {
    const named = [...text.matchAll(/`((?:[\w.-]+\/)+(?:[\w.-]+)?)`/g)].map(
      ([, path = '']) => path,
    );
    const run = [...text.matchAll(/\btests\/[\w./-]+/g)].map(([path]) => path.replace(/\.$/, ''));
    expect(named.length).toBeGreaterThan(20);
    expect(run.length).toBeGreaterThan(8);
    expect([...named, ...run].filter((path) => !isThere(path))).toEqual([]);
  });
});

test('docs/styling.md names every token with its values', () => {
  const text = read('docs/styling.md');
  // Higher contrast is described in words.
  const style = read('src/ui/css/tokens.css').replace(/@media \(prefers-contrast.*?\n}\n/s, '');
  const rules = [...style.matchAll(/^ +(--[\w-]+): ([^;]+);/gm)];
  expect(rules.length).toBeGreaterThan(20);
  for (const [, name, value] of rules) {
    const row = text.split('\n').find((line) => line.startsWith(`| \`${name}\``)) ?? '';
    // `var(--text)` is described in words.
    expect(row).toContain(value?.startsWith('var') ? '`--text`' : `\`${value}\``);
  }
});

test('docs/sdk.md names every attribute and event of <offstage-player>', () => {
  const text = read('docs/sdk.md');
  const attributes =
    /observedAttributes = \[([^;]*)\];/.exec(read('sdk/offstage-player.ts'))?.[1] ?? '';
  const names = [...attributes.matchAll(/'([\w-]+)'/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(6);
  for (const name of names) expect(text).toContain(`\`${name}\``);
  const events = [...read('sdk/element/forwarded-events.ts').matchAll(/^ {2}(\w+): 'on/gm)].map(
    ([, name]) => name,
  );
  expect(events.length).toBeGreaterThan(6);
  for (const name of events) expect(text).toContain(`\`${name}\``);
});

test('the documents state the limits that the code holds', () => {
  expect(read('docs/performance.md')).toContain(
    `${bridgeLimits.messageMaxChars.toLocaleString('en')} characters`,
  );
  expect(playerLimits.loggedPerSec).toBe(10);
  expect(read('docs/telemetry.md').replaceAll(/\s+/g, ' ')).toContain(
    'is logged ten times a second',
  );
});

test('docs/telemetry.md states the numbers that the code holds', () => {
  const text = read('docs/telemetry.md').replaceAll(/\s+/g, ' ');
  const shown = (count: number) => count.toLocaleString('en');
  expect(text).toContain(
    `holds ${shown(queueLimits.storedRangesCount)} ranges and looks through ${shown(intakeLimits.receiptScanCount)} events`,
  );
  expect(text).toContain(`${intakeLimits.gapRangesCount} ranges, and \`isCut\``);
  expect(text).toContain(
    `${shown(intakeLimits.rejectedPerClientCount)} refused numbers of a document are remembered and ${shown(intakeLimits.rejectedCount)} of all`,
  );
  expect(text).toContain(`Numbers end at ${shown(batchLimits.seqMax)}.`);
  expect(text).toContain(
    `| \`default\` (100) | ${batchLimits.debounceMs / 1_000} s after the first`,
  );
  expect(text).toContain(`| \`fast\` (300) | after ${batchLimits.fastDebounceMs / 1_000} s`);
  expect(text).toContain(`A batch holds up to ${logLimits.batchCount} events`);
  const [from, to] = [batchLimits.gzipMinChars, batchLimits.gzipMaxChars].map((chars) =>
    chars.toLocaleString('en'),
  );
  expect(text).toContain(`bodies from ${from} to ${to} characters`);
  expect(text).toContain(`tried again after ${queueLimits.retryDelayMs / 1_000} s`);
  expect(text).toContain(`${queueLimits.expiryMs / 86_400_000} days`);
});

test('docs/telemetry.md explains every database error', () => {
  const text = read('docs/telemetry.md');
  for (const code of databaseErrors) expect(text).toContain(`| \`${code}\` |`);
});

test('docs/telemetry.md lists every event that the page logs', () => {
  const text = read('docs/telemetry.md');
  const calls = sources().matchAll(
    /\b(?:log|hostCaused)\(\s*'([\w.]+)'|\blogEvent\('(visual_element\.\w+)'/g,
  );
  const names = [...calls].map(([, logged, shown]) => logged ?? shown);
  expect(names).toEqual(
    expect.arrayContaining([
      'embed_loaded',
      'host_command',
      'video_stats.watchtime',
      'visual_element.show',
    ]),
  );
  expect(names.length).toBeGreaterThan(6);
  for (const name of names) expect(text).toContain(`| \`${name}\` |`);
});

test('docs/telemetry.md lists the viewer’s actions, and controls or keys report each of them', () => {
  const text = read('docs/telemetry.md');
  const section = text.slice(
    text.indexOf('### What viewers do'),
    text.indexOf('### The page around'),
  );
  const listed = section
    .split('\n')
    .flatMap((row) => [...(row.split(' | ')[1] ?? '').matchAll(/`(\w+)`/g)])
    .map(([, name]) => name)
    .filter((name) => name !== 'action');
  expect(listed).toEqual(viewerActions);
  const code = sources();
  const unused = viewerActions.filter((name) => !new RegExp(`['"]${name}['"]`).test(code));
  expect(unused).toEqual([]);
});

test('the documents state every limit as the code holds it', () => {
  const script = fileURLToPath(new URL('../../scripts/write-limits.js', import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(status).toBe(0);
});
