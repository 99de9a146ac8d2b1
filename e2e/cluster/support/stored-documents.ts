import type { StoreMachine } from './start-store.ts';

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
export async function documentsIn(
  machine: StoreMachine,
  database: string,
): Promise<Map<string, StoredDocument>> {
  const lines = await machine.psql(
    'SELECT sid, count(*), count(DISTINCT seq), min(seq), max(seq) FROM events GROUP BY sid',
    database,
  );
  return new Map(
    lines
      .split('\n')
      .filter(Boolean)
      .map((line) => {
        const [sid = '', ...counts] = line.split('|');
        const [rows = 0, numbers = 0, first = 0, last = 0] = counts.map(Number);
        return [sid, { rows, numbers, first, last }];
      }),
  );
}

/** @returns the numbers of all notes, sorted */
export async function notesIn(machine: StoreMachine, database: string): Promise<number[]> {
  const lines = await machine.psql("SELECT payload FROM events WHERE name = 'note'", database);
  return lines
    .split('\n')
    .filter(Boolean)
    .map((line) => Number(JSON.parse(line).n))
    .sort((a, b) => a - b);
}
