import type { LogEndpoint } from '../../../shared/telemetry/log-event.ts';
import {
  ArchiveAwayError,
  type DocumentEvents,
  type EventArchive,
  type EventRecord,
} from '../event-archive.ts';
import {
  type ClickHouseServer,
  createAsker,
  createClients,
  unexpectedAnswer,
} from './clickhouse-clients.ts';
import type { ClickHouseAddress } from './clickhouse-url.js';
import { copyLimits } from './copy-limits.ts';
import { documentsQuery, newestQuery, pageQuery } from './feed-queries.ts';

/** The events that were copied to ClickHouse, for reading. */
export interface Archive {
  /** @param store the name under which its events were copied */
  of(store: string): EventArchive;
  /** Ends what is under way; it fails with an `ArchiveAwayError`, as does everything later. */
  close(): Promise<void>;
}

/** Settings with which ClickHouse answers completely, or not at all. */
const settings = {
  max_execution_time: copyLimits.readAnswerMs / 1_000,
  timeout_overflow_mode: 'throw',
  skip_unavailable_shards: 0,
  max_replica_delay_for_distributed_queries: copyLimits.staleMs / 1_000,
  fallback_to_stale_replicas_for_distributed_queries: 0,
};

type Answer = Readonly<Record<string, unknown>>;

/**
 * Reads from the tables `feed` and `events`. Connects with the first use; creates nothing. It asks
 * the servers one after the other, until one answers.
 */
export function openArchive(address: ClickHouseAddress): Archive {
  const closing = new AbortController();
  const { signal } = closing;
  const servers = createClients(address, signal, copyLimits.readAnswerMs);
  const askAny = createAsker(
    servers,
    signal,
    (reasons) => new ArchiveAwayError(reasons.join('; ')),
  );
  return {
    of: (store) => ({
      settleMs: address.cluster === null ? 0 : copyLimits.settleMs,
      after: (range) => askAny((server) => readPage(server, { store, ...range })),
      ofDocuments: (wanted) => askAny((server) => readDocuments(server, store, wanted)),
      rowBeforeNewest: (range) => askAny((server) => findRow(server, { store, ...range })),
    }),
    async close() {
      closing.abort();
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}

type PageRange = Parameters<EventArchive['after']>[0] & { store: string };

/** Rows may be missing, so it looks among ever more numbers until the page is full. */
async function readPage(
  { rows }: ClickHouseServer,
  { store, row, upTo, limit }: PageRange,
): Promise<EventRecord[]> {
  const events: EventRecord[] = [];
  let from = row;
  for (let look = firstLook(limit); events.length < limit && from < upTo; look *= 2) {
    const to = Math.min(upTo, from + look);
    const query = pageQuery({ store, from, to, limit: limit - events.length });
    let last = from;
    for (const answer of await rows<Answer>(query, settings)) {
      const event = eventOf(answer);
      if (event.row <= last || event.row > to || events.length === limit) throw unexpectedAnswer();
      events.push(event);
      last = event.row;
    }
    from = last === from ? to : last;
  }
  return events;
}

/**
 * The table `events` may give a time's last digit wrong (`FeedRow`), which no reader of a document
 * can see.
 */
async function readDocuments(
  { rows }: ClickHouseServer,
  store: string,
  wanted: DocumentEvents,
): Promise<EventRecord[]> {
  const events = (await rows<Answer>(documentsQuery(store, wanted), settings)).map(eventOf);
  let last = wanted.after;
  for (const { sid, seq } of events) {
    const isNext = sid === last.sid ? seq > last.seq : sid > last.sid;
    if (!isNext || !wanted.sids.includes(sid)) throw unexpectedAnswer();
    last = { sid, seq };
  }
  return events;
}

type NewestRange = Parameters<EventArchive['rowBeforeNewest']>[0] & { store: string };

async function findRow(
  { rows }: ClickHouseServer,
  { store, upTo, count }: NewestRange,
): Promise<number> {
  const limit = count + 1;
  for (let look = firstLook(limit); ; look *= 2) {
    const from = Math.max(0, upTo - look);
    const query = newestQuery({ store, from, to: upTo, limit });
    const [answer] = await rows<Answer>(query, settings);
    const [found, first] = [numberOf(answer?.found), numberOf(answer?.first)];
    if (found > limit || (found === limit && (first <= from || first > upTo)))
      throw unexpectedAnswer();
    if (found === limit) return first;
    if (from === 0) return 0;
  }
}

function firstLook(limit: number): number {
  return Math.max(copyLimits.lookRowsCount, limit * 2);
}

function eventOf(answer: Answer): EventRecord {
  return {
    row: numberOf(answer.row),
    sid: textOf(answer.sid),
    seq: numberOf(answer.seq),
    name: textOf(answer.name),
    // The intake has written it, so it is one.
    endpoint: textOf(answer.endpoint) as LogEndpoint,
    event_time_ms: numberOf(answer.event_time_ms),
    received_ms: numberOf(answer.received_ms),
    client_event_id: textOf(answer.client_event_id),
    context: textOf(answer.context),
    payload: textOf(answer.payload),
  };
}

function textOf(value: unknown): string {
  if (typeof value !== 'string') throw unexpectedAnswer();
  return value;
}

/** Numbers of 64 bits come as text or, from current versions, as numbers. */
function numberOf(value: unknown): number {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) throw unexpectedAnswer();
  return number;
}
