import { expect, test } from 'vitest';
import { openExperiments } from '../../../../server/experiments/experiment.ts';
import { pageEvents } from '../reports/experiment-events.ts';
import { datedSid } from '../support/log-batches.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { storeBatch } from '../support/store-batches.ts';
import { openWithoutThread, storePlace } from '../support/store-place.ts';
import { startReceiver } from '../support/webhook-receiver.ts';

const experiments = [{ name: 'slow', share: 0.5, runtime: null, buildDir: null }];

test('a server ends an experiment that fails more often, in its log, its metrics and by webhook [feature-retreat]', async () => {
  const place = await storePlace();
  const store = await openWithoutThread(place);
  const opened = await openExperiments({ experiments }, {});
  const [experiment] = opened.ok ? opened.value : [];
  if (experiment === undefined) throw new Error('it can be opened');
  const { key, name, share, effect, arms } = experiment;
  await store.experiments.begin({ ...{ key, name, share, effect }, ...arms, startedMs: 1 });
  for (let n = 0; n < 160; n++) {
    const isTreated = n % 2 === 1;
    const failed = { failure: 'before_start', errorName: 'net.unavailable' } as const;
    const events = pageEvents({
      arms: [isTreated ? arms.treatment : arms.control],
      playback: isTreated || n % 20 === 0 ? failed : {},
    });
    await store.insertBatch(storeBatch([], { sid: datedSid(0, n), events }));
  }
  await store.close();
  const { url, received } = await startReceiver();
  const server = await startTestServer({
    ...{ ...place.options, experiments, webhooks: [url] },
    retreats: [{ measure: 'failures', percent: 50 }],
  });
  const bodies = () => received.map(({ body }) => JSON.parse(body));
  await expect.poll(bodies).toContainEqual(
    expect.objectContaining({
      type: 'experiment.ended',
      data: expect.objectContaining({
        ...{ experiment: 'slow', measure: 'failures', limitPercent: 50 },
      }),
    }),
  );
  expect(server.lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ level: 'warn', code: 'EXPERIMENT_ENDED', experiment: 'slow' }),
  );
  const metrics = await (await fetch(`${server.embed}/metrics`)).text();
  expect(metrics).toContain('offstage_experiment_running{experiment="slow"} 0');
  expect(server.errors).toEqual([]);
});
