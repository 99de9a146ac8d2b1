import { expect, test } from 'vitest';
import { logBatch, logEvent } from '../support/log-batches.ts';
import { readNdjson } from '../support/ndjson.ts';
import { startTestServer } from '../support/start-test-server.ts';

test('a playback without a summary has no figures: empty cells in the CSV, null elsewhere', async () => {
  const server = await startTestServer();
  const begun = logEvent(1, {
    name: 'video_stats.playback',
    payload: { videoId: 'offstage001', cpn: 'begun' },
  });
  await fetch(`${server.embed}/youtubei/v1/video_stats`, {
    method: 'POST',
    body: JSON.stringify(logBatch([begun])),
  });
  const unknown = { watchedMs: null, rebufferCount: null, rebufferMs: null };
  const rows = await readNdjson(`${server.embed}/telemetry/playbacks.ndjson`);
  expect(rows).toMatchObject([{ cpn: 'begun', hasPlayed: true, hasSummary: false, ...unknown }]);

  const csv = await (await fetch(`${server.embed}/telemetry/playbacks.csv`)).text();
  const [head = [], line = []] = csv.split('\r\n').map((text) => text.split(','));
  for (const name of Object.keys(unknown)) expect(line[head.indexOf(name)], name).toBe('');

  const report = await (await fetch(`${server.embed}/telemetry/report`)).json();
  expect(report.latest).toMatchObject([{ cpn: 'begun', hasPlayed: true, watchedMs: null }]);
});
