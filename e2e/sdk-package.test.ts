import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { test } from './support/worker.ts';

const dist = (path: string) => fileURLToPath(new URL(`../dist/sdk/${path}`, import.meta.url));

test('the package can be imported without a document', async () => {
  const element = await import(dist('package/offstage-player.js'));
  const sdk = await import(dist('package/offstage.js'));
  expect(Object.keys(element)).toEqual(['OffstagePlayerElement']);
  expect(Object.keys(sdk).sort()).toEqual(['Player', 'PlayerError', 'PlayerState', 'sdkConfig']);
  expect(sdk.sdkConfig.host).toBe('');
});

const ownSources = /sourceMappingURL|\.ts\b|\/work\//;

test('the manifest names each script with its integrity, and no script reveals its sources', () => {
  const { files } = JSON.parse(readFileSync(dist('manifest.json'), 'utf8'));
  expect(Object.keys(files).sort()).toEqual([
    'iframe-api',
    'offstage',
    'offstage-player',
    'vitals',
  ]);
  for (const { file, url, integrity } of Object.values<Record<string, string>>(files)) {
    const text = readFileSync(dist(file ?? ''), 'utf8');
    expect(url).toBe(`/sdk/${file}`);
    expect(integrity).toBe(`sha384-${createHash('sha384').update(text).digest('base64')}`);
    expect(text).not.toMatch(ownSources);
  }
  // The SDK loads it, by a name without a version.
  expect(readFileSync(dist('warnings.js'), 'utf8')).not.toMatch(ownSources);
});

test('the element’s module imports the SDK’s, and contains nothing of it', () => {
  const { files } = JSON.parse(readFileSync(dist('manifest.json'), 'utf8'));
  const element = readFileSync(dist(files['offstage-player'].file), 'utf8');
  expect(element).toContain(`from"./${files.offstage.file}"`);
  expect(element).not.toContain('postMessage');
});
