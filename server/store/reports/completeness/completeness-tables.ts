import { completenessLimits } from './completeness-limits.ts';
import type { Ledger } from './ledger.ts';

/**
 * A row for each hour in which documents began, and each writer. Batches that arrive later change
 * the hour in which their document began.
 */
export interface DocumentHoursTable extends Ledger {
  /** Start of the hour in Unix milliseconds. */
  hour_ms: number;
  writer: string;
}

const { missingMaxCount } = completenessLimits;

const createTable = (integer: string, sum: string) => `
  CREATE TABLE document_hours (
    hour_ms ${integer} NOT NULL,
    writer text NOT NULL,
    documents ${integer} NOT NULL,
    created ${sum} NOT NULL,
    stored ${integer} NOT NULL,
    rejected ${integer} NOT NULL,
    implausible ${integer} NOT NULL,
    PRIMARY KEY (hour_ms, writer)
  )`;

/** Both databases divide integers to integers. */
const fill = `
  INSERT INTO document_hours
    SELECT first_received_ms / 3600000 * 3600000, '', count(*),
      sum(CASE WHEN missing <= ${missingMaxCount} THEN highest_seq ELSE stored_count + rejected_count END),
      sum(stored_count), sum(rejected_count),
      sum(CASE WHEN missing <= ${missingMaxCount} THEN 0 ELSE 1 END)
    FROM clients GROUP BY first_received_ms / 3600000 * 3600000;
`;

/** Steps of the migrations. */
export const completenessTables = {
  sqlite: [`${createTable('INTEGER', 'INTEGER')} WITHOUT ROWID;${fill}`],
  postgres: [`${createTable('bigint', 'bigint')};${fill}`],
} as const;
