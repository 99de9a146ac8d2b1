import { createCounter } from '../support/counter.ts';
import { openGate } from '../support/gate.ts';
import { test } from '../support/own-process.ts';
import { expectNotesOnce, flush, logNotes, numbers } from './support/notes.ts';
import { dally, rounds, seededRandom } from './support/random.ts';

test.use({ expectedNoise: /net::ERR_|Failed to load resource/ });

test('a server killed repeatedly in the middle of batches stores every event once in the same store [threat-held-events, feature-exactly-once]', async ({
  page,
  serverProcess: server,
}) => {
  const random = seededRandom();
  const gate = await openGate(server.embedOrigin);
  await page.goto(`${gate.origin}/embed/offstage002`);
  let next = 0;
  for (let round = 0; round < rounds(2); round += 1) {
    const requests = createCounter();
    const stopWatching = gate.watch(() => requests.add());
    const count = random.int(300, 900);
    await logNotes(page, { from: next, count });
    next += count;
    const flushed = flush(page);
    await requests.until(random.int(1, 3));
    dally(random);
    await server.kill();
    stopWatching();
    await logNotes(page, { from: next, count: 50, tier: 'immediate' });
    next += 50;
    await flushed;
    await server.restart();
    await flush(page);
  }
  await expectNotesOnce(server, numbers(next));
  await gate.close();
});
