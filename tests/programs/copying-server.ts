import { expect, onTestFinished } from 'vitest';
import {
  type ClickHouseProcess,
  createClickHouseProcess,
} from '../../e2e/support/run-clickhouse.ts';
import { createMetrics } from '../../server/operator/metrics/create-metrics.ts';
import type { StartOptions } from '../../server/start/start-options.ts';
import { parseClickHouseUrl } from '../../server/store/copy/clickhouse-url.js';
import { copyTo } from '../../server/store/copy/copy-to.ts';
import type { EventStore } from '../../server/store/event-store.ts';
import { asServerStore } from '../../server/store/server-store.ts';
import { freePort } from '../unit/server/support/free-port.ts';
import { logBatch, logEvent } from '../unit/server/support/log-batches.ts';
import { startTestServer, type TestServer } from '../unit/server/support/start-test-server.ts';
import { openStore } from '../unit/server/support/store-place.ts';
import { tempDirectory } from '../unit/server/support/temp-directory.ts';

const token = 'operator-token-of-the-tests';

/** A ClickHouse of this test, which has not been started. */
export async function createStopped(password = ''): Promise<ClickHouseProcess> {
  const clickHouse = createClickHouseProcess({
    directory: tempDirectory(),
    ports: [await freePort(), await freePort(), await freePort()],
    password,
  });
  onTestFinished(() => clickHouse.end('SIGKILL'));
  return clickHouse;
}

export async function startClickHouse(password?: string): Promise<ClickHouseProcess> {
  const clickHouse = await createStopped(password);
  await clickHouse.start();
  return clickHouse;
}

/** A server that copies its events there. */
export function startServer(
  { httpPort }: ClickHouseProcess,
  {
    user = '',
    database = 'offstage',
    ...options
  }: { user?: string; database?: string } & Partial<StartOptions> = {},
): Promise<TestServer> {
  const events = parseClickHouseUrl(`clickhouse://${user}127.0.0.1:${httpPort}/${database}`);
  return startTestServer({ ...options, events, token });
}

/** Copies a store's events to the ClickHouse at a port of this machine, until the test ends. */
export async function copyStore(port: number, store?: EventStore) {
  const address = parseClickHouseUrl(`clickhouse://127.0.0.1:${port}/offstage`);
  if (address === null) throw new Error('the address is right');
  const from = store ?? (await openStore());
  const [metrics, sentences] = [createMetrics(), [] as string[]];
  const copied = copyTo(
    address,
    {
      store: asServerStore(from),
      members: [{ name: 'sqlite', store: from }],
      inboxDays: null,
      archiveOf: () => {
        throw new Error('nothing leaves the store');
      },
    },
    {
      metrics,
      warn: (sentence) => sentences.push(sentence),
      now: Date.now,
      reportError: (error) => {
        throw error;
      },
    },
  );
  onTestFinished(() => copied.close());
  return { store: copied, metrics, sentences };
}

export async function post({ embed }: TestServer, batch: unknown): Promise<void> {
  const answer = await fetch(`${embed}/youtubei/v1/log_event`, {
    method: 'POST',
    body: JSON.stringify(batch),
  });
  expect(answer.status).toBe(200);
}

export const send = (server: TestServer, seqs: readonly number[]) =>
  post(server, logBatch(seqs.map((seq) => logEvent(seq))));

/** Asks the server as its operator. */
export async function read({ embed }: TestServer, path: string): Promise<string> {
  const headers = { Authorization: `Bearer ${token}` };
  return (await fetch(embed + path, { headers })).text();
}

/** @returns the numbers of the copied events, each once */
export async function copiedSeqs(clickHouse: ClickHouseProcess): Promise<number[]> {
  const rows = await clickHouse.rows<{ seq: string }>(
    'SELECT seq FROM offstage.events FINAL ORDER BY seq',
  );
  return rows.map(({ seq }) => Number(seq));
}

export async function copiedSids(clickHouse: ClickHouseProcess): Promise<string[]> {
  const rows = await clickHouse.rows<{ sid: string }>(
    'SELECT DISTINCT sid FROM offstage.events ORDER BY sid',
  );
  return rows.map(({ sid }) => sid);
}
