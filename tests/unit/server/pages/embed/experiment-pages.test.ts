import { expect, test } from 'vitest';
import type { ExperimentOption } from '../../../../../server/options/parse-experiments.js';
import { experimentReportSchema } from '../../../../../shared/telemetry/experiment-report.ts';
import { readFigures } from '../../support/read-figures.ts';
import { startTestServer, testOptions } from '../../support/start-test-server.ts';
import { tempDirectory } from '../../support/temp-directory.ts';
import { firstVideo, openEmbedPage } from './open-embed-page.ts';

const declared = (changes: Partial<ExperimentOption> = {}): ExperimentOption => ({
  ...{ name: 'fast', share: 1, runtime: null, buildDir: null },
  ...changes,
});

/** A server whose experiments have begun. */
async function startWith(experiments: ExperimentOption[], files = {}, pageConfig?: string) {
  const mediaDir = tempDirectory({ ...firstVideo, ...files });
  const pageConfigFile =
    pageConfig === undefined ? null : `${tempDirectory({ 'page.json': pageConfig })}/page.json`;
  const server = await startTestServer({ mediaDir, experiments, pageConfigFile });
  const isRunning = async () => (await metricOf(server.embed)) === experiments.length;
  await expect.poll(isRunning).toBe(true);
  return server;
}

/** @returns how many experiments run */
async function metricOf(origin: string): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  return [...text.matchAll(/^offstage_experiment_running\{.*\} 1$/gm)].length;
}

const contextOf = (config: { webPlayerContextConfig?: unknown }) => config.webPlayerContextConfig;

test('a page of the treatment has the flag and the number of its arm, and shared caches do not store it [feature-experiments]', async () => {
  const server = await startWith([declared()]);
  const { config, headers } = await openEmbedPage(server, '/embed/video000001');
  expect(contextOf(config)).toEqual({
    serializedExperimentFlags: 'fast=true',
    serializedForcedExperimentIds: expect.stringMatching(/^\d{1,9}$/),
  });
  expect(headers['cache-control']).toBe('private, no-cache');
});

test('the operator’s own flags and numbers stay, after those of the experiment', async () => {
  const own = { serializedExperimentFlags: 'a=b', serializedForcedExperimentIds: '[12, 34]' };
  const server = await startWith([declared()], {}, JSON.stringify({ webPlayerContextConfig: own }));
  const { config } = await openEmbedPage(server, '/embed/video000001');
  expect(contextOf(config)).toEqual({
    serializedExperimentFlags: 'a=b&fast=true',
    serializedForcedExperimentIds: expect.stringMatching(/^\d{1,9},12,34$/),
  });
});

test('half of the pages are in the treatment, and half are in the control without the flag', async () => {
  const server = await startWith([declared({ share: 0.5 })]);
  const arms = new Map<string, unknown>();
  for (let page = 0; page < 200 && arms.size < 2; page++) {
    const { config } = await openEmbedPage(server, '/embed/video000001');
    const context = config.webPlayerContextConfig;
    arms.set(`${context?.serializedForcedExperimentIds}`, context?.serializedExperimentFlags);
  }
  expect(new Set(arms.values())).toEqual(new Set(['fast=true', undefined]));
});

test('an experiment with the runtime changes it, unless the embed’s URL names one', async () => {
  const server = await startWith([declared({ runtime: 'main' })]);
  const { config } = await openEmbedPage(server, '/embed/video000001');
  expect(config.args).toMatchObject({ runtime: 'main' });
  const named = await openEmbedPage(server, '/embed/video000001?runtime=worker');
  expect(named.config.args).toMatchObject({ runtime: 'worker' });
  expect(contextOf(named.config)).toBeUndefined();
});

const otherPage = (slots: string) =>
  `<!doctype html><html lang="en" data-theme="dark"><head>${slots}<script>next = 1</script></head></html>`;

test('a canary’s pages come from the other build, with its scripts and their hashes', async () => {
  const { pageDir } = testOptions();
  const slots = ['title', 'head', 'config', 'video', 'waiting']
    .map((name) => `<!--offstage:${name}--><!--/offstage:${name}-->`)
    .join('');
  const buildDir = tempDirectory({
    'index.html': otherPage(slots),
    'assets/next-abc.js': 'next',
  });
  const server = await startWith([declared({ buildDir, runtime: 'main' })]);
  const { body, headers } = await openEmbedPage(server, '/embed/video000001');
  expect(body).toContain('next = 1');
  expect(headers['content-security-policy']).toMatch(/script-src [^;]*'sha256-/);
  const assetOf = async (name: string) => (await fetch(`${server.embed}/assets/${name}`)).text();
  expect(await assetOf('next-abc.js')).toBe('next');
  expect(await assetOf('main-abc.js')).toBe('js');
  expect((await fetch(`${server.embed}/assets/none.js`)).status).toBe(404);
  const { experiments } = experimentReportSchema.parse(
    await readFigures(`${server.embed}/telemetry/experiments`),
  );
  expect(experiments).toMatchObject([
    {
      ...{ name: 'fast', state: 'running' },
      effect: expect.stringMatching(/^build=[\da-f]{8} runtime=main$/),
    },
  ]);
  expect(pageDir).not.toBe(buildDir);
});

test('a folder without a build is refused at the start, with the fix', async () => {
  const buildDir = tempDirectory();
  await expect(startTestServer({ experiments: [declared({ buildDir })] })).rejects.toThrow(
    `The experiment "fast" has no player page in ${buildDir}; give the folder dist/page of another Offstage`,
  );
});

test('flags that leave no room for those of experiments are refused at the start', async () => {
  const serializedExperimentFlags = 'a'.repeat(9_990);
  const pageConfig = JSON.stringify({ webPlayerContextConfig: { serializedExperimentFlags } });
  await expect(startWith([declared()], {}, pageConfig)).rejects.toThrow(
    'which leaves no room for those of --experiment',
  );
});

test('a server without experiments leaves pages as they were, and reports none', async () => {
  const server = await startWith([]);
  const { config, headers } = await openEmbedPage(server, '/embed/video000001');
  expect(contextOf(config)).toBeUndefined();
  expect(headers['cache-control']).toBe('no-cache');
  expect(await readFigures(`${server.embed}/telemetry/experiments`)).toMatchObject({
    experiments: [],
  });
});
