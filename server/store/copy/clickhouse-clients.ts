import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import type { ClickHouseAddress } from './clickhouse-url.js';
import { copyLimits } from './copy-limits.ts';

/** Settings of ClickHouse for one statement. */
export type Settings = Readonly<Record<string, string | number>>;

/** One server of ClickHouse. It connects with the first request. */
export interface ClickHouseServer {
  /** Its address without user and password. */
  url: string;
  /** @returns the rows of a query's answer; numbers of 64 bits are strings */
  rows<Row>(query: string): Promise<Row[]>;
  run(statement: string): Promise<void>;
  insert(table: string, values: readonly object[], settings?: Settings): Promise<void>;
  close(): Promise<void>;
}

/** @param signal ends requests under way: a silent server would answer none of them for long */
export function createClients(
  { servers, username, password, database }: ClickHouseAddress,
  signal: AbortSignal,
): ClickHouseServer[] {
  return servers.map((url) => {
    const client = createClient({
      url,
      username,
      password,
      database,
      application: 'offstage',
      request_timeout: copyLimits.answerMs,
      // Errors go to the operator as sentences.
      log: { level: ClickHouseLogLevel.OFF },
    });
    const format = 'JSONEachRow';
    return {
      url,
      async rows<Row>(query: string) {
        const answer = await client.query({ query, format, abort_signal: signal });
        return answer.json<Row>();
      },
      async run(query) {
        await client.command({ query, abort_signal: signal });
      },
      async insert(table, values, settings = {}) {
        const clickhouse_settings = { ...settings };
        await client.insert({ table, values, format, clickhouse_settings, abort_signal: signal });
      },
      close: () => client.close(),
    };
  });
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
