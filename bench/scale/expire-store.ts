import { openPostgresStore } from '../../server/store/postgres/open-postgres-store.ts';
import { openSqliteStore } from '../../server/store/sqlite/open-sqlite-store.ts';

/**
 * Expires all documents of a store that were sent until today, as a server does weeks later. In a
 * process of its own, because SQLite runs in the calling thread.
 * Arguments: `sqlite FILE` or `postgres URL`, and the days that are kept. Prints the number of
 * documents.
 */
const [kind, place = '', keepDays = ''] = process.argv.slice(2);
const dayMs = 86_400_000;
const warn = (sentence: string) => console.error(sentence);

const opened =
  kind === 'sqlite'
    ? openSqliteStore(place, { warn })
    : await openPostgresStore([{ url: place, name: place }], { warn });
if (!opened.ok) throw new Error(opened.error.message);
const store = opened.value;
const tomorrow = Math.floor(Date.now() / dayMs) + 1;
const nowMs = (tomorrow + Number(keepDays)) * dayMs;
/** A server that takes batches lets others write within seconds. */
const giveUpAtMs = Date.now() + 600_000;
let documents = 0;
for (;;) {
  const done = await store.maintain({
    nowMs,
    keepDays: Number(keepDays),
    trustDateMs: nowMs,
    onExpired(expired) {
      documents += expired.documents;
    },
  });
  if (done.ok && done.value.refusal === null) break;
  // SQLite has one writer at a time, and the server is another one.
  if (done.ok || done.error.code !== 'STORE_BUSY' || Date.now() > giveUpAtMs)
    throw new Error(done.ok ? (done.value.refusal ?? '') : done.error.message);
}
await store.close();
console.log(documents);
