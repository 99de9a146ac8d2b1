import {
  type ClickHouseServer,
  createClients,
  reasonOf,
} from '../../store/copy/clickhouse-clients.ts';
import type { ClickHouseAddress } from '../../store/copy/clickhouse-url.js';
import type { Verdict } from './finding.ts';
import { fine, problem, warning, worstOf } from './finding.ts';

/** The servers of `--events`. If one answers, another that does not is only a warning. */
export async function checkClickHouse(
  address: ClickHouseAddress,
  signal: AbortSignal,
): Promise<Verdict> {
  const servers = createClients(address, signal);
  try {
    const verdicts = await Promise.all(servers.map((server) => checkServer(server, address)));
    const [first, ...others] = verdicts;
    if (first === undefined) return problem('--events names no ClickHouse.', 'Name one.');
    const worst = worstOf([first, ...others]);
    const isUsable = verdicts.some(({ status }) => status === 'ok');
    return isUsable && worst.fix !== null ? warning(worst.message, worst.fix) : worst;
  } finally {
    await Promise.all(servers.map((server) => server.close()));
  }
}

async function checkServer(
  { url, rows }: ClickHouseServer,
  { database, cluster }: ClickHouseAddress,
): Promise<Verdict> {
  try {
    const [found] = await rows<{ version: string; shards: string }>(
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
