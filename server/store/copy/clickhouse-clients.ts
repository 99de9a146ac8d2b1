import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import type { ClickHouseAddress } from './clickhouse-url.js';
import { copyLimits } from './copy-limits.ts';

/** A client of one server of ClickHouse, which connects with its first request. */
export interface NamedClient {
  /** Its address without user and password. */
  url: string;
  client: ClickHouseClient;
}

export function createClients({
  servers,
  username,
  password,
  database,
}: ClickHouseAddress): NamedClient[] {
  return servers.map((url) => ({
    url,
    client: createClient({
      url,
      username,
      password,
      database,
      application: 'offstage',
      request_timeout: copyLimits.answerMs,
      // Errors go to the operator as sentences.
      log: { level: ClickHouseLogLevel.OFF },
    }),
  }));
}

/** @returns the rows of a query's answer; numbers of 64 bits are strings */
export async function readRows<Row>(client: ClickHouseClient, query: string): Promise<Row[]> {
  const answer = await client.query({ query, format: 'JSONEachRow' });
  return answer.json<Row>();
}

/** @returns ClickHouse's message, or why it did not answer */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as { code?: unknown };
  const text = error.message.replace(/, e\.what\(\).*$/s, '').trim();
  const reason = text === '' ? String(code ?? error.name) : text;
  return reason.length > copyLimits.reasonChars
    ? `${reason.slice(0, copyLimits.reasonChars)} …`
    : reason;
}
