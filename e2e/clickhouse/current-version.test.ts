import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from '@playwright/test';
import {
  dailyTables,
  type EventRow,
  type FeedRow,
  tableStatements,
} from '../../server/store/copy/event-tables.ts';
import { documentsQuery, newestQuery, pageQuery } from '../../server/store/copy/feed-queries.ts';
import { thorough } from '../support/thorough.ts';
import { test } from '../support/worker.ts';

/** ClickHouse as a library (npm's `chdb`), which is installed for `npm run test:cluster` only. */
interface Chdb {
  Session: new () => {
    /** @returns the answer; JSON lines with that format */
    query(sql: string, format?: 'JSONEachRow'): string;
    close(): void;
  };
}

test(
  'a current ClickHouse takes the same tables, rows and questions as Debian’s, and waits for the disk',
  thorough,
  () => {
    const chdb: Chdb = createRequire(import.meta.url)('chdb');
    const session = new chdb.Session();
    try {
      const rows = (sql: string) =>
        session
          .query(sql, 'JSONEachRow')
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => JSON.parse(line));
      expect(Number.parseInt(rows('SELECT version() AS name')[0].name, 10)).toBeGreaterThan(24);
      session.query('CREATE DATABASE offstage');
      session.query('USE offstage');
      const settings = ' SETTINGS fsync_after_insert = 1, fsync_part_directory = 1';
      for (const statement of tableStatements({ database: 'offstage', cluster: null }, settings))
        session.query(statement);
      const insert = (table: string, row: EventRow | FeedRow) =>
        session.query(`INSERT INTO ${table} FORMAT JSONEachRow ${JSON.stringify(row)}`);
      for (const [copied_ms, seq] of [1, 2, 1].entries()) {
        const event = failedPlayback(seq);
        insert('events', event);
        insert('feed', { ...event, event_time_ms: '0.1', name: `copy ${copied_ms}`, copied_ms });
      }
      const [events, errors] = documentedQueries().map(rows);
      expect(events).toEqual([{ name: 'video_stats.qoe', events: 2 }]);
      expect(errors).toEqual([{ error: 'error 2', playbacks: 1 }]);
      const range = { store: 'sqlite', from: 0, to: 2, limit: 3 };
      expect(rows(pageQuery(range))).toMatchObject([
        { row: 1, name: 'copy 2', event_time_ms: '0.1' },
        { row: 2, name: 'copy 1', event_time_ms: '0.1' },
      ]);
      expect(rows(newestQuery(range))).toEqual([{ found: 2, first: 1 }]);
      const after = { sid: 'document', seq: 1 };
      const wanted = { sids: ['document'], names: ['video_stats.qoe'], after, limit: 3 };
      expect(rows(documentsQuery('sqlite', wanted))).toMatchObject([{ seq: 2 }]);
      for (const table of dailyTables) {
        session.query(`ALTER TABLE ${table} DROP PARTITION '${today()}'`);
        expect(rows(`SELECT count() AS events FROM ${table}`)).toEqual([{ events: 0 }]);
      }
    } finally {
      session.close();
    }
  },
);

/** The later summary of a playback counts. */
function failedPlayback(seq: number): EventRow {
  return {
    day: today(),
    store: 'sqlite',
    row: seq,
    sid: 'document',
    seq,
    name: 'video_stats.qoe',
    endpoint: 'log_event',
    event_time_ms: Date.now(),
    received_ms: Date.now(),
    client_event_id: 'id',
    context: '{}',
    payload: JSON.stringify({ cpn: 'playback', errorName: `error ${seq}` }),
  };
}

const today = () => new Date().toISOString().slice(0, 10);

function documentedQueries(): string[] {
  const file = new URL('../../docs/self-hosting/clickhouse.md', import.meta.url);
  const blocks = readFileSync(file, 'utf8').matchAll(/```sql\n([\s\S]*?)```/g);
  return [...blocks].map(([, query = '']) => query);
}
