import { expect, test } from 'vitest';
import { parseReportQuery } from '../../../../../server/operator/telemetry/parse-report-query.ts';
import { telemetryLimits } from '../../../../../server/operator/telemetry/telemetry-limits.ts';
import { begun } from '../../reports/playback-events.ts';
import { datedSid } from '../../support/log-batches.ts';
import { readNdjson } from '../../support/ndjson.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { readFigures } from '../../support/read-figures.ts';
import { startTestServer } from '../../support/start-test-server.ts';
import { storeBatch } from '../../support/store-batches.ts';
import { openStore, storePlace } from '../../support/store-place.ts';

const ofPlaybacks = ['report', 'qoe', 'playbacks.csv', 'playbacks.ndjson'];
const hour = 3_600_000;
const nowMs = 20_000 * 24 * hour;
const at = { from: String(nowMs - 10 * hour), to: String(nowMs) };

/** `fast` ran with two shares, `old` has ended, and `later` began after the report's time. */
const experiments = [
  { name: 'fast', share: 0.1, control: 1, treatment: 2, startedMs: nowMs - 9 * hour },
  { name: 'fast', share: 0.2, control: 3, treatment: 4, startedMs: nowMs - 5 * hour },
  { name: 'old', share: 0.5, control: 5, treatment: 6, startedMs: nowMs - 30 * hour },
  { name: 'later', share: 0.5, control: 8, treatment: 9, startedMs: nowMs + hour },
];

/** The number of a page, and its arms. The last one is in two experiments. */
const pages = [[1], [2], [3], [4], [4], [5], [6], [], [2, 6]];

async function startFilled(token: string | null = null) {
  const place = await storePlace();
  const store = await openStore(place);
  for (const { name, share, ...experiment } of experiments) {
    const key = `${name}=${share} flag`;
    await store.experiments.begin({ key, name, share, effect: 'flag', ...experiment });
  }
  const change = { percent: 30, low: 20, high: 40 };
  const retreat = { measure: 'failures' as const, limitPercent: 10, change };
  await store.experiments.end('old=0.5 flag', { endedMs: nowMs - 8 * hour, retreat });
  const sent = pages.map((arms, n) => {
    const contextJson = JSON.stringify({ client: { experimentIds: arms } });
    const events = [{ ...begun(1, `cpn-${n}`), contextJson }];
    const receivedMs = nowMs - (9 - n) * hour;
    return store.insertBatch(storeBatch([], { sid: datedSid(20_000, n), receivedMs, events }));
  });
  await Promise.all(sent);
  const server = await startTestServer({ ...place.options, token });
  return { server, telemetry: `${server.embed}/telemetry` };
}

const refusalOf = async (url: string) => {
  const response = await fetch(url);
  const { error } = await response.json();
  return [response.status, error.code, error.message];
};

const refused: [Record<string, string>, string][] = [
  [
    { arm: 'control' },
    '"arm" is part of an experiment; add "experiment" with its name, or leave out "arm".',
  ],
  [{ experiment: 'fast', arm: 'both' }, '"arm" must be one of treatment, control.'],
  [{ experiment: 'fast', arm: '' }, '"arm" must be one of treatment, control.'],
  [
    { experiment: '' },
    '"experiment" must name an experiment; leave it out for the playbacks of all pages.',
  ],
  [
    { experiment: 'x'.repeat(10_000) },
    `"experiment" may have up to ${telemetryLimits.filterMaxChars} characters.`,
  ],
];

test('a wrong experiment or arm is refused in one sentence by every report of playbacks, and by those of page loads', async () => {
  const { embed } = await startTestServer();
  for (const report of ofPlaybacks)
    for (const [query, sentence] of refused)
      expect(await refusalOf(`${embed}/telemetry/${report}?${new URLSearchParams(query)}`)).toEqual(
        [400, 'BAD_QUERY', sentence],
      );
  for (const report of ['cost', 'audience'])
    for (const name of ['experiment', 'arm'])
      expect(await refusalOf(`${embed}/telemetry/${report}?${name}=control`)).toEqual([
        ...[400, 'BAD_QUERY'],
        `"${name}" is not a filter; use from, to, video, host, browser, device, country, version.`,
      ]);
});

test('a name of 100 kB is refused without repeating it', () => {
  const parsed = parseReportQuery({ experiment: 'x'.repeat(100_000) }, 1, { experiments: true });
  if (parsed.ok) throw new Error('such a name is accepted');
  expect(parsed.error.message.length).toBeLessThan(100);
});

test('reports and downloads of playbacks are filtered by experiment and arm [feature-experiment-filters]', async () => {
  const { telemetry } = await startFilled();
  for (const experiment of ['slow', 'FAST', "fast' OR '1'='1", '%', '1', '__proto__', 'a\u0000b']) {
    const query = new URLSearchParams({ ...at, experiment });
    expect(await readFigures(`${telemetry}/report?${query}`)).toMatchObject({
      ...{ filter: { experiment }, totals: { playbacks: 0 }, browsers: [], latest: [] },
      completeness: { pageLoads: 0 },
    });
    expect(await readFigures(`${telemetry}/qoe?${query}`)).toMatchObject({ playbacks: 0 });
    expect(await readNdjson(`${telemetry}/playbacks.ndjson?${query}`)).toEqual([]);
  }
  for (const [filter, wanted] of [
    [{ experiment: 'fast' }, [0, 1, 2, 3, 4, 8]],
    [{ experiment: 'fast', arm: 'treatment' }, [1, 3, 4, 8]],
    [{ experiment: 'fast', arm: 'control' }, [0, 2]],
    // It has ended, and its pages go on.
    [{ experiment: 'old', arm: 'treatment' }, [6, 8]],
    [{ experiment: 'old', arm: 'treatment', video: 'other' }, []],
    [{ experiment: 'fast', arm: 'treatment', engine: '' }, [1, 3, 4, 8]],
    [{ experiment: 'later' }, []],
  ] as const)
    await expectFiltered(telemetry, filter, wanted);
});

async function expectFiltered(
  telemetry: string,
  filter: Readonly<Record<string, string>>,
  wanted: readonly number[],
): Promise<void> {
  const query = new URLSearchParams({ ...at, ...filter });
  const cpns = wanted.map((n) => `cpn-${n}`);
  const report = await readFigures(`${telemetry}/report?${query}`);
  expect(report.filter).not.toHaveProperty('arms');
  const { video: _, ...shown } = { video: null, ...filter };
  expect(report).toMatchObject({ filter: shown, totals: { playbacks: wanted.length } });
  expect(report.latest.map(({ cpn }: { cpn: string }) => cpn)).toEqual(cpns.toReversed());
  const qoe = await readFigures(`${telemetry}/qoe?${query}`);
  expect(qoe).toMatchObject({ playbacks: wanted.length });
  const rows = await readNdjson(`${telemetry}/playbacks.ndjson?${query}`);
  expect(rows.map(({ cpn }) => cpn)).toEqual(cpns);
  const csv = await (await fetch(`${telemetry}/playbacks.csv?${query}`)).text();
  expect(csv.trim().split('\r\n')).toHaveLength(1 + cpns.length);
  const outcome = await readNdjson(`${telemetry}/playbacks.ndjson?${query}&outcome=failed`);
  expect(outcome).toEqual([]);
}

test('a report without this filter is as before, and names the experiments that ran in its time', async () => {
  const { telemetry } = await startFilled();
  const namesIn = async (fromMs: number, toMs: number) =>
    (await readFigures(`${telemetry}/report?from=${fromMs}&to=${toMs}`)).experiments;
  const report = await readFigures(`${telemetry}/report?${new URLSearchParams(at)}`);
  expect(report).toMatchObject({
    totals: { playbacks: pages.length },
    experiments: ['fast', 'old'],
  });
  expect(report.filter).not.toHaveProperty('experiment');
  expect(await namesIn(nowMs - 7 * hour, nowMs)).toEqual(['fast']);
  expect(await namesIn(nowMs - 8 * hour, nowMs)).toEqual(['fast', 'old']);
  expect(await namesIn(nowMs - 31 * hour, nowMs - 30 * hour)).toEqual([]);
  expect(await namesIn(nowMs - 31 * hour, nowMs - 30 * hour + 1)).toEqual(['old']);
  expect(await namesIn(nowMs, nowMs + hour + 1)).toEqual(['later', 'fast']);
});

test('a reader of a read-only link filters by experiments too', async () => {
  const { server } = await startFilled('secret');
  const made = await rawRequest(server.embed, '/telemetry/links', {
    method: 'POST',
    headers: { Authorization: 'Bearer secret' },
  });
  const headers = { Cookie: `offstage_reader=${JSON.parse(made.body).key}` };
  const query = new URLSearchParams({ ...at, experiment: 'fast', arm: 'control' });
  const report = await rawRequest(server.embed, `/telemetry/report?${query}`, { headers });
  expect(JSON.parse(report.body)).toMatchObject({ isReader: true, totals: { playbacks: 2 } });
});
