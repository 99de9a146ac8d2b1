import { logEndpoints } from '../../shared/telemetry/log-event.ts';
import {
  type PostgresNode,
  startPrimary,
  startStandby,
  user,
} from '../cluster/support/postgres-node.ts';
import type { ServerProcess } from '../support/server-process.ts';

const names = ['pg1', 'pg2', 'pg3'] as const;
export const database = 'offstage';
/** How long a client waits for an answer that must be missing or a refusal. */
const patienceMs = 8_000;

/** A primary that acknowledges nothing until one of its standbys has it, and these standbys. */
export async function withCluster<T>(
  standbyNames: readonly ('pg2' | 'pg3')[],
  use: (primary: PostgresNode, standbys: PostgresNode[]) => Promise<T>,
): Promise<T> {
  const started: PostgresNode[] = [];
  try {
    const primary = await startPrimary(names[0], names);
    started.push(primary);
    for (const name of standbyNames) started.push(await startStandby(name, names, primary));
    await primary.psql(`CREATE DATABASE ${database}`);
    return await use(primary, started.slice(1));
  } finally {
    for (const node of started.reverse()) await node.dispose();
  }
}

/** Options of a server that acknowledges nothing before the database has it. */
export function storeOf(nodes: readonly PostgresNode[]): string[] {
  const hosts = nodes.map(({ address }) => address).join(',');
  const store = `postgres://${user}@${hosts}/${database}`;
  return ['--store', store, '--spool', '0', '--metrics', 'open'];
}

/** @returns status and text of an answer; 0 if none came in time */
export async function ask(url: string, body?: Buffer): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(url, {
      signal: AbortSignal.timeout(patienceMs),
      ...(body && {
        method: 'POST',
        body: new Uint8Array(body),
        headers: { 'Content-Encoding': 'gzip' },
      }),
    });
    return { status: response.status, text: await response.text() };
  } catch {
    return { status: 0, text: '' };
  }
}

export const intake = ({ embedOrigin }: ServerProcess) => `${embedOrigin}${logEndpoints.log_event}`;
