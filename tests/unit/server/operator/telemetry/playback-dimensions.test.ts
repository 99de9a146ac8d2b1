import { expect, test } from 'vitest';
import { intakePath } from '../../../../../server/intake/intake-path.ts';
import { begun } from '../../reports/playback-events.ts';
import { datedSid, logBatch, logEvent } from '../../support/log-batches.ts';
import { readNdjson } from '../../support/ndjson.ts';
import { readFigures } from '../../support/read-figures.ts';
import { startTestServer } from '../../support/start-test-server.ts';

const playbacks = [
  { engine: 'hls.js in a worker', startedBy: 'viewer' },
  { engine: 'hls.js in a worker', startedBy: 'player' },
  { engine: '=cmd()', startedBy: 'a robot' },
];

async function startFilled() {
  const server = await startTestServer();
  const events = playbacks.map((facts, n) => {
    const { seq, name, payloadJson } = begun(n + 1, `cpn-${n}`, 'video-a', facts);
    return logEvent(seq, { name, payload: JSON.parse(payloadJson) });
  });
  const response = await fetch(server.embed + intakePath('log_event'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(logBatch(events, { sid: datedSid(20_000, 1) })),
  });
  expect(response.status).toBe(200);
  return `${server.embed}/telemetry`;
}

test.each(['cost', 'audience'])(
  'the %s report is about page loads, so it refuses facts of playbacks in one sentence',
  async (report) => {
    const telemetry = await startFilled();
    for (const name of ['engine', 'startedBy']) {
      const response = await fetch(`${telemetry}/${report}?${name}=native`);
      expect(response.status).toBe(400);
      expect((await response.json()).error).toEqual({
        code: 'BAD_QUERY',
        message: `"${name}" is not a filter; use from, to, video, host, browser, device, country, version.`,
      });
    }
  },
);

test.each(['engines', 'started_by', 'startedby', 'starter'])(
  'reports of playbacks refuse "%s" and name the filters that there are',
  async (name) => {
    const telemetry = await startFilled();
    for (const report of ['report', 'qoe', 'playbacks.csv', 'playbacks.ndjson']) {
      const response = await fetch(`${telemetry}/${report}?${name}=native`);
      expect(response.status).toBe(400);
      expect((await response.json()).error.message).toMatch(/, version, engine, startedBy[.,]/);
    }
  },
);

test('reports and downloads of playbacks have both facts as parameters, groups and last columns [feature-playback-dimensions]', async () => {
  const telemetry = await startFilled();
  const ofWorker = new URLSearchParams({ engine: 'hls.js in a worker' });
  expect(await readFigures(`${telemetry}/report?${ofWorker}`)).toMatchObject({
    filter: { engine: 'hls.js in a worker', startedBy: null },
    totals: { playbacks: 2 },
    engines: [
      { name: 'hls.js in a worker', playbacks: 2 },
      { name: 'other', playbacks: 1 },
    ],
    startedBy: [
      { name: 'player', playbacks: 1 },
      { name: 'viewer', playbacks: 1 },
    ],
  });
  expect(await readFigures(`${telemetry}/qoe?startedBy=player`)).toMatchObject({ playbacks: 1 });
  expect(await readFigures(`${telemetry}/qoe?startedBy=`)).toMatchObject({ playbacks: 1 });
  expect(await readFigures(`${telemetry}/report?startedBy=a+robot`)).toMatchObject({
    totals: { playbacks: 0 },
  });
  const csv = await (await fetch(`${telemetry}/playbacks.csv?${ofWorker}`)).text();
  const [head, ...lines] = csv.trim().split('\r\n');
  expect(head).toMatch(/,version,engine,startedBy$/);
  expect(lines.map((line) => line.split(',').slice(-2).join())).toEqual([
    'hls.js in a worker,viewer',
    'hls.js in a worker,player',
  ]);
  const rows = await readNdjson(`${telemetry}/playbacks.ndjson?engine=other`);
  expect(rows.map(({ engine, startedBy }) => [engine, startedBy])).toEqual([['other', '']]);
});
