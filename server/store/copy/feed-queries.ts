import type { DocumentEvents } from '../event-archive.ts';

const columns = `row, sid, seq, name, endpoint, event_time_ms, received_ms, client_event_id, context,
  payload`;

interface Page {
  store: string;
  /** Rows after this one, up to `to`. */
  from: number;
  to: number;
  limit: number;
}

/**
 * Selects events in the order of their rows, each row once: its latest copy. They are the first
 * `limit` of these, fewer if there are several copies of one, and none only if there are none.
 */
export function pageQuery({ store, from, to, limit }: Page): string {
  const ofStore = `FROM feed WHERE store = ${literal(store)} AND row > ${from}`;
  // The inner query reads a single column, so a page of long events does not read all in the range.
  return `SELECT ${columns} ${ofStore} AND row <= (
      SELECT max(row) FROM (SELECT row ${ofStore} AND row <= ${to} ORDER BY row LIMIT ${limit})
    )
    ORDER BY row, copied_ms DESC LIMIT 1 BY row`;
}

/** Selects events by document and number, each once. */
export function documentsQuery(
  store: string,
  { sids, names, after, limit }: DocumentEvents,
): string {
  const [sid, named] = [
    literal(after.sid),
    names === undefined ? '' : ` AND name IN ${list(names)}`,
  ];
  return `SELECT ${columns} FROM events
    WHERE store = ${literal(store)} AND sid IN ${list(sids)}${named}
      AND (sid > ${sid} OR (sid = ${sid} AND seq > ${after.seq}))
    ORDER BY sid, seq LIMIT 1 BY sid, seq LIMIT ${limit}`;
}

/** Selects how many different rows of the newest `limit` there are (`found`), and the first one. */
export function newestQuery({ store, from, to, limit }: Page): string {
  return `SELECT count() AS found, min(row) AS first FROM (
      SELECT DISTINCT row FROM feed
      WHERE store = ${literal(store)} AND row > ${from} AND row <= ${to}
      ORDER BY row DESC LIMIT ${limit}
    )`;
}

const list = (texts: readonly string[]) => `(${texts.map(literal).join(', ')})`;

/** ClickHouse 18.16 has no parameters. */
function literal(text: string): string {
  return `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
}
