import { expect, test } from 'vitest';
import { intakePath } from '../../../../../server/intake/intake-path.ts';
import { startServer } from '../../../../../server/start/start-server.ts';
import { firstVideo, openEmbedPage } from '../../pages/embed/open-embed-page.ts';
import { loadedWith } from '../../reports/custom-events.ts';
import { begun } from '../../reports/playback-events.ts';
import { datedSid, logBatch, logEvent } from '../../support/log-batches.ts';
import { readNdjson } from '../../support/ndjson.ts';
import { readFigures } from '../../support/read-figures.ts';
import { startTestServer, type TestServer, testOptions } from '../../support/start-test-server.ts';
import { tempDirectory } from '../../support/temp-directory.ts';

/** Sends what a page sends whose host has set these values. */
async function sendLoad(server: TestServer, n: number, values: Record<string, string>) {
  const events = [loadedWith(1, values), begun(2, `cpn-${n}`)].map(({ seq, name, payloadJson }) =>
    logEvent(seq, { name, payload: JSON.parse(payloadJson) }),
  );
  const response = await fetch(server.embed + intakePath('log_event'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(logBatch(events, { sid: datedSid(20_000, n) })),
  });
  expect(response.status).toBe(200);
}

const dimensions = ['plan', 'section'];

test('reports and downloads have the operator’s dimensions as parameters, groups and last columns [feature-custom-dimensions]', async () => {
  const server = await startTestServer({ dimensions });
  await sendLoad(server, 1, { section: 'sports', plan: 'free' });
  await sendLoad(server, 2, { section: 'news, local' });
  await sendLoad(server, 3, { section: 'sports', unnamed: 'x' });
  const telemetry = `${server.embed}/telemetry`;
  const report = await readFigures(`${telemetry}/report?dimension.section=sports`);
  expect(report).toMatchObject({
    filter: { custom1: null, custom2: 'sports', names: { custom1: 'plan', custom2: 'section' } },
    totals: { playbacks: 2 },
    custom1: [
      { name: '', playbacks: 1 },
      { name: 'free', playbacks: 1 },
    ],
    custom2: [
      { name: 'sports', playbacks: 2 },
      { name: 'news, local', playbacks: 1 },
    ],
    custom3: [],
  });
  expect(await readFigures(`${telemetry}/qoe?dimension.plan=`)).toMatchObject({ playbacks: 2 });
  expect(await readFigures(`${telemetry}/audience?dimension.plan=free`)).toMatchObject({
    names: { custom1: 'plan', custom2: 'section' },
    groups: { custom3: [] },
  });
  await readFigures(`${telemetry}/cost?dimension.plan=free`);
  const csv = await (await fetch(`${telemetry}/playbacks.csv?dimension.plan=`)).text();
  const [head, first] = csv.split('\r\n');
  expect(head).toMatch(/,engine,startedBy,dimension\.plan,dimension\.section$/);
  expect(first).toMatch(/,,"news, local"$/);
  const rows = await readNdjson(`${telemetry}/playbacks.ndjson`);
  expect(rows.map((row) => [row['dimension.plan'], row['dimension.section'], row.custom1])).toEqual(
    [
      ['free', 'sports', undefined],
      ['', 'news, local', undefined],
      ['', 'sports', undefined],
    ],
  );
});

test('a report refuses a dimension that the operator has not named, and names those that there are', async () => {
  const server = await startTestServer({ dimensions });
  for (const name of [
    'dimension.form',
    'section',
    'custom1',
    'dimension.',
    'dimension.__proto__',
  ]) {
    const response = await fetch(`${server.embed}/telemetry/report?${name}=x`);
    expect(response.status, name).toBe(400);
    expect((await response.json()).error).toMatchObject({
      code: 'BAD_QUERY',
      message: expect.stringMatching(
        new RegExp(
          `^"${name.replace('.', '\\.')}" is not a filter; use .*, version, dimension\\.plan, dimension\\.section, engine, startedBy, experiment, arm, outcome\\.$`,
        ),
      ),
    });
  }
});

test('a server whose store has no place for a name does not start, and says how to get one', async () => {
  const own = { dataDir: tempDirectory() };
  const server = await startTestServer({ ...own, dimensions: ['one', 'two', 'three'] });
  await sendLoad(server, 1, { one: 'x' });
  await server.stop(0);
  const options = testOptions({ ...own, dimensions: ['four', 'two'] });
  const started = await startServer(options, {
    warn: () => {},
    now: Date.now,
    reportError: (error) => expect.fail(String(error)),
    signal: new AbortController().signal,
  });
  expect(started).toMatchObject({
    ok: false,
    error: { code: 'DIMENSIONS_FULL', message: expect.stringContaining('offstage rebuild') },
  });
});

test('an embed’s address sets values of named dimensions, which the page gets as flags', async () => {
  const server = await startTestServer({
    mediaDir: tempDirectory(firstVideo),
    dimensions,
  });
  const flagsOf = async (query: string) => {
    const { config } = await openEmbedPage(server, `/embed/video000001?${query}`);
    return config.webPlayerContextConfig?.serializedExperimentFlags;
  };
  expect(await flagsOf('')).toBe(undefined);
  expect(await flagsOf('dimension.form=x&section=y')).toBe(undefined);
  expect(await flagsOf('dimension.section==1%2B1&dimension.plan=%3Cb%3E')).toBe(undefined);
  expect(await flagsOf('dimension.section=a%26b=c')).toBe(undefined);
  expect(await flagsOf('dimension.section=R%26D&dimension.plan=free')).toBe(
    'dimension.plan=free&dimension.section=R%26D',
  );
});
