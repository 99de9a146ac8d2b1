import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { helpText } from '../../server/help-text.js';
import { logLimits, queueLimits } from '../../shared/limits.ts';
import { hostErrorCode } from '../../shared/player-error.ts';
import { apiInterface } from '../../src/bridge/host-commands.ts';
import { playbackRates } from '../../src/player/controller.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

describe('docs/host-api.md', () => {
  const text = read('docs/host-api.md');

  test.each(apiInterface.filter((name) => !/^(get|is|remove)/.test(name)))('names the command %s', (name) => {
    expect(text).toContain(`\`${name}\``);
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
    expect(text.slice(text.indexOf('## Errors'))).toMatch(new RegExp(`\\b${hostErrorCode(name)} \\|`));
  });
});

test('docs/self-hosting.md explains every option that --help lists', () => {
  const text = read('docs/self-hosting.md');
  const options = [...helpText('/').matchAll(/^ {2}(--[\w-]+).*?(OFFSTAGE_\w+)?\)?$/gm)];
  expect(options.length).toBeGreaterThan(5);
  for (const [, option, variable] of options) {
    if (option !== '--help') expect(text).toContain(`\`${option}\``);
    if (variable) expect(text).toContain(`\`${variable}\``);
  }
});

test('docs/telemetry.md states the numbers that the code holds', () => {
  const text = read('docs/telemetry.md').replaceAll(/\s+/g, ' ');
  expect(text).toContain(`*default* waits ${logLimits.debounceMs / 1_000} s`);
  expect(text).toContain(`*fast* waits ${logLimits.fastDebounceMs / 1_000} s`);
  expect(text).toContain(`A batch holds up to ${logLimits.batchCount} events`);
  const [from, to] = [logLimits.gzipMinChars, logLimits.gzipMaxChars].map((chars) =>
    chars.toLocaleString('en'),
  );
  expect(text).toContain(`bodies from ${from} to ${to} characters`);
  expect(text).toContain(`tried again after ${queueLimits.retryDelayMs / 1_000} s`);
  expect(text).toContain(`${queueLimits.expiryMs / 86_400_000} days`);
});

test('docs/telemetry.md lists every event that the page logs', () => {
  const text = read('docs/telemetry.md');
  const sources = ['src/create-embed.ts', 'src/player-log.ts', 'src/ui/start-stage-ui.ts']
    .map(read)
    .join('\n');
  const names = [...sources.matchAll(/\blog\('(\w+)'/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(6);
  for (const name of names) expect(text).toContain(`| \`${name}\` |`);
});
