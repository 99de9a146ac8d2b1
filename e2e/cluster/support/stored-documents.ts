import type { PostgresNode } from './postgres-node.ts';
import { database } from './start-cluster.ts';

export interface StoredDocument {
  rows: number;
  /** Different ones. */
  numbers: number;
  first: number;
  last: number;
}

/** What stands in the tables themselves, whatever the servers say of it. @returns by `sid` */
export async function documentsIn(node: PostgresNode): Promise<Map<string, StoredDocument>> {
  const lines = await node.psql(
    'SELECT sid, count(*), count(DISTINCT seq), min(seq), max(seq) FROM events GROUP BY sid',
    database,
  );
  return new Map(
    lines.split('\n').map((line) => {
      const [sid = '', ...counts] = line.split('|');
      const [rows = 0, numbers = 0, first = 0, last = 0] = counts.map(Number);
      return [sid, { rows, numbers, first, last }];
    }),
  );
}

/** @returns the numbers of all notes, sorted */
export async function notesIn(node: PostgresNode): Promise<number[]> {
  const lines = await node.psql("SELECT payload FROM events WHERE name = 'note'", database);
  return lines
    .split('\n')
    .map((line) => Number(JSON.parse(line).n))
    .sort((a, b) => a - b);
}
