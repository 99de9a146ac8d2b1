import { expect, test } from 'vitest';
import { qoeEventName } from '../../../../shared/telemetry/qoe-event.ts';
import { goodSummary } from '../../../support/good-summary.ts';
import { logBatch, logEvent } from '../support/log-batches.ts';
import { bundledMediaDir } from '../support/media-samples.ts';
import { readFigures } from '../support/read-figures.ts';
import { startTestServer } from '../support/start-test-server.ts';

test('answers have titles of the library beside ids, and times with their date', async () => {
  const server = await startTestServer({ mediaDir: bundledMediaDir }, () =>
    Date.UTC(2026, 5, 1, 12),
  );
  const payload = { ...goodSummary, cpn: 'p', videoId: 'offstage001' };
  const gone = { ...payload, cpn: 'q', videoId: 'removed0001' };
  const events = [payload, gone].map((told, n) =>
    logEvent(n + 1, { name: qoeEventName, payload: told }),
  );
  await fetch(`${server.embed}/youtubei/v1/video_stats`, {
    method: 'POST',
    body: JSON.stringify(logBatch(events)),
  });
  const csv = await (await fetch(`${server.embed}/telemetry/playbacks.csv`)).text();
  const at = '2026-06-01T12:00:00.000Z';
  const ms = Date.parse(at);
  expect(csv).toContain(`\r\n${at},${ms},offstage001,Four Lights,`);
  expect(csv).toContain(`\r\n${at},${ms},removed0001,,`);
  const report = await readFigures(`${server.embed}/telemetry/report`);
  expect(report).toMatchObject({ titles: { offstage001: 'Four Lights' } });
  expect(report.latest.map(({ videoId }: { videoId: string }) => videoId)).toEqual([
    'removed0001',
    'offstage001',
  ]);
});
