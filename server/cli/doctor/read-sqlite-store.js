import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { doctorLimits } from './doctor-limits.ts';

// Reads a store's version and checks its pages, for `check-sqlite-store.ts`. A process of its own,
// because SQLite blocks its thread, and only a process can be stopped at a deadline. Plain
// JavaScript, which the npm package contains as it is.
// Usage: node read-sqlite-store.js FILE used|unused
const [file = '', use] = process.argv.slice(2);

const url = pathToFileURL(file);
// If nothing has the store open, SQLite would leave empty journal files beside it.
if (use === 'unused') url.searchParams.set('immutable', '1');
try {
  const database = new DatabaseSync(url, { readOnly: true, timeout: doctorLimits.busyTimeoutMs });
  const version = Number(database.prepare('PRAGMA user_version').get()?.user_version);
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  const [found] = database.prepare('PRAGMA quick_check(1)').all();
  const damage = String(found?.quick_check ?? '');
  database.close();
  write({
    version,
    tables: tables.map(({ name }) => String(name)),
    damage: damage === 'ok' ? null : damage,
  });
} catch (error) {
  write({ cause: error instanceof Error ? error.message : String(error) });
}

/** @param {unknown} value */
function write(value) {
  process.stdout.write(JSON.stringify(value));
}
