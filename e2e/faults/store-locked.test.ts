import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from '../support/own-process.ts';
import { expect } from '../support/test.ts';
import { thorough } from '../support/thorough.ts';
import { expectNotesOnce, flush, logNotes, numbers } from './support/notes.ts';

test(
  'while another program holds the store, the last events of a page that ends wait in the spool, also if the server is killed then',
  thorough,
  async ({ page, request, serverProcess: server }) => {
    const readiness = async () => (await request.get(`${server.embedOrigin}/readyz`)).json();
    await page.goto(`${server.embedOrigin}/embed/offstage002`);
    await logNotes(page, { from: 0, count: 20 });
    await flush(page);
    const other = new DatabaseSync(join(server.dataDir, 'events.sqlite'), {
      // The server may be writing.
      timeout: 60_000,
    });
    other.exec('BEGIN EXCLUSIVE');
    await logNotes(page, { from: 20, count: 50, tier: 'immediate' });
    // A page of another origin cannot send for this one.
    await page.goto('about:blank');
    await expect.poll(() => spooledNotes(server.dataDir)).toEqual(numbers(50, 20));
    expect(await readiness()).toEqual({ status: 'spooling' });
    await server.kill();
    other.exec('ROLLBACK');
    other.close();
    await server.restart();
    await expectNotesOnce(server, numbers(70));
    await expect.poll(readiness).toEqual({ status: 'ready' });
  },
);

/** Numbers of the notes that wait in a server’s spool, perhaps in several requests. */
function spooledNotes(dataDir: string): number[] {
  const spool = new DatabaseSync(join(dataDir, 'spool.sqlite'), { readOnly: true });
  try {
    const rows = spool
      .prepare(
        `SELECT DISTINCT event.value ->> '$.payloadJson' ->> '$.n' AS n
         FROM entries, json_each(entry, '$.item.events') AS event
         WHERE event.value ->> '$.name' = 'note'`,
      )
      .all();
    return rows.map(({ n }) => Number(n)).toSorted((a, b) => a - b);
  } finally {
    spool.close();
  }
}
