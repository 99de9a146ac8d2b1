import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { Kysely, SqliteDialect } from 'kysely';
import { createNodeSqliteDatabase } from '../sqlite/node-sqlite-database.ts';
import type { StoreTables } from '../store-tables.ts';
import { createReports } from './create-reports.ts';
import {
  lastQuestion,
  type ReportAnswer,
  type ReportQuestion,
  type ReportThreadData,
} from './start-report-thread.ts';

// The thread of `start-report-thread.ts`. It reads the store's file on a connection of its own.
const { file, counting } = workerData as ReportThreadData;
const database = new Kysely<StoreTables>({
  dialect: new SqliteDialect({
    database: createNodeSqliteDatabase(new DatabaseSync(file, { readOnly: true })),
  }),
});
const reports = createReports(
  { snapshot: (work) => database.transaction().execute(work), isPartitioned: false },
  counting,
);

parentPort?.on('message', async (question: ReportQuestion | typeof lastQuestion) => {
  if (question === lastQuestion) {
    await database.destroy();
    parentPort?.close();
    return;
  }
  const { id, name, args } = question;
  let answer: ReportAnswer;
  try {
    answer = { id, value: await (reports[name] as (...args: unknown[]) => unknown)(...args) };
  } catch (error) {
    answer = { id, problem: error instanceof Error ? error.message : String(error) };
  }
  parentPort?.postMessage(answer);
});
