import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import type { ClickHouseAddress } from './clickhouse-url.js';
import { copyLimits } from './copy-limits.ts';

/** Settings of ClickHouse for one statement. */
export type Settings = Readonly<Record<string, string | number>>;

/** One server of ClickHouse. It connects with the first request. */
export interface ClickHouseServer {
  /** Its address without user and password. */
  url: string;
  /** @returns the rows of a query's answer; numbers of 64 bits may be strings */
  rows<Row>(query: string, settings?: Settings): Promise<Row[]>;
  run(statement: string): Promise<void>;
  insert(table: string, values: readonly object[], settings?: Settings): Promise<void>;
  close(): Promise<void>;
}

/**
 * @param signal ends requests under way: a silent server would answer none of them for long
 * @param answerMs time for an answer
 */
export function createClients(
  { servers, username, password, database }: ClickHouseAddress,
  signal: AbortSignal,
  answerMs: number = copyLimits.answerMs,
): ClickHouseServer[] {
  return servers.map((url) => {
    const client = createClient({
      url,
      username,
      password,
      database,
      application: 'offstage',
      request_timeout: answerMs,
      // Errors go to the operator as sentences.
      log: { level: ClickHouseLogLevel.OFF },
    });
    return {
      url,
      async rows<Row>(query: string, settings: Settings = {}) {
        // One JSON value: what is cut off, or comes from another program, is none.
        const answer = await client.query({
          query,
          format: 'JSON',
          clickhouse_settings: { ...settings },
          abort_signal: signal,
        });
        return rowsOf<Row>(await answer.text());
      },
      async run(query) {
        await client.command({ query, abort_signal: signal });
      },
      async insert(table, values, settings = {}) {
        await client.insert({
          table,
          values,
          format: 'JSONEachRow',
          clickhouse_settings: { ...settings },
          abort_signal: signal,
        });
      },
      close: () => client.close(),
    };
  });
}

function rowsOf<Row>(text: string): Row[] {
  try {
    const { data } = JSON.parse(text);
    if (Array.isArray(data) && data.every((row) => row instanceof Object)) return data;
  } catch {}
  throw unexpectedAnswer();
}

/** The server is reached, but another program may answer at this address. */
export function unexpectedAnswer(): Error {
  return new Error('gives another answer than expected');
}

/**
 * Makes a function that asks the servers one after the other, until one succeeds. It begins with
 * the one that has succeeded last: another may be silent, and take the whole time for an answer.
 * It throws `refusal` with the reasons if none succeeds.
 * @param signal once aborted, no further server is asked
 */
export function createAsker(
  servers: readonly ClickHouseServer[],
  signal: AbortSignal,
  refusal: (reasons: readonly string[]) => Error,
) {
  let first = 0;
  return async <T>(work: (server: ClickHouseServer) => Promise<T>): Promise<T> => {
    const reasons: string[] = [];
    const order = [...servers.slice(first), ...servers.slice(0, first)];
    for (const server of order) {
      if (signal.aborted) break;
      try {
        const answer = await work(server);
        first = servers.indexOf(server);
        return answer;
      } catch (error) {
        reasons.push(`${server.url}: ${reasonOf(error)}`);
      }
    }
    throw refusal(reasons.length === 0 ? ['it is not asked any more'] : reasons);
  };
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
