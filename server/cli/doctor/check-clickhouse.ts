import type { ClickHouseClient } from '@clickhouse/client';
import { createClients, readRows, reasonOf } from '../../store/copy/clickhouse-clients.ts';
import type { ClickHouseAddress } from '../../store/copy/clickhouse-url.js';
import type { Verdict } from './finding.ts';
import { fine, problem, warning, worstOf } from './finding.ts';

/** The servers of `--events`. If one answers, another that does not is only a warning. */
export async function checkClickHouse(address: ClickHouseAddress): Promise<Verdict> {
  const clients = createClients(address);
  try {
    const verdicts = await Promise.all(
      clients.map(({ url, client }) => checkServer(client, url, address)),
    );
    const [first, ...others] = verdicts;
    if (first === undefined) return problem('--events names no ClickHouse.', 'Name one.');
    const worst = worstOf([first, ...others]);
    const isUsable = verdicts.some(({ status }) => status === 'ok');
    return isUsable && worst.fix !== null ? warning(worst.message, worst.fix) : worst;
  } finally {
    await Promise.all(clients.map(({ client }) => client.close()));
  }
}

async function checkServer(
  client: ClickHouseClient,
  url: string,
  { database, cluster }: ClickHouseAddress,
): Promise<Verdict> {
  try {
    const [found] = await readRows<{ version: string; shards: string }>(
      client,
      `SELECT version() AS version,
        (SELECT count() FROM system.clusters WHERE cluster = '${cluster ?? ''}') AS shards`,
    );
    if (cluster !== null && Number(found?.shards) === 0)
      return problem(
        `ClickHouse ${url} knows no cluster ${cluster}.`,
        'Add it to remote_servers in its configuration, or correct --events.',
      );
    return fine(`ClickHouse ${url} (version ${found?.version}) has the database ${database}.`);
  } catch (error) {
    return problem(
      `ClickHouse ${url} cannot be used: ${reasonOf(error)}.`,
      'Check that it runs, that address, user and password in --events are right, and that the database exists.',
    );
  }
}
