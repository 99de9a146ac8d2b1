import type { PostgresNode } from './postgres-node.ts';
import { database } from './start-cluster.ts';

export interface StoredDocument {
  rows: number;
  /** Distinct events. */
  numbers: number;
  first: number;
  last: number;
}

/**
 * The rows of the tables themselves, whatever the servers report.
 * @returns documents by `sid`
 */
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
