import { openGate } from '../support/gate.ts';
import { summary } from '../support/intake.ts';
import { expect, test } from '../support/test.ts';
import { thorough } from '../support/thorough.ts';
import { expectNotesOnce, flush, logNotes, numbers } from './support/notes.ts';

test.describe('with the intake stopped', () => {
  test.use({ expectedNoise: /net::ERR_|Failed to load resource/ });

  test('a page keeps its events and the next page delivers each once', async ({
    page,
    server,
    context,
  }) => {
    const gate = await openGate(server.embedOrigin);
    gate.shut();
    await page.goto(`${gate.origin}/embed/offstage002`);
    await logNotes(page, { from: 0, count: 250 });
    await flush(page);
    expect(gate.refusedCount()).toBeGreaterThan(0);
    expect(await summary(server)).toMatchObject({ events: 0 });
    await page.close();

    gate.open();
    const next = await context.newPage();
    await next.goto(`${gate.origin}/embed/offstage002`);
    await expectNotesOnce(server, numbers(250));
    await gate.close();
  });

  test('an open page delivers by itself once the intake is back', async ({ page, server }) => {
    const gate = await openGate(server.embedOrigin);
    gate.shut();
    await page.goto(`${gate.origin}/embed/offstage002`);
    await logNotes(page, { from: 0, count: 40 });
    await flush(page);
    gate.open();
    await expectNotesOnce(server, numbers(40));
    expect(await summary(server)).toMatchObject({ duplicates: 0 });
    await gate.close();
  });
});

for (const runtime of ['worker', 'main', 'auto'] as const) {
  const mark = runtime === 'auto' ? thorough : {};
  test(`runtime=${runtime} delivers the same events`, mark, async ({ page, server }) => {
    await page.goto(`${server.embedOrigin}/embed/offstage002?runtime=${runtime}`);
    await logNotes(page, { from: 0, count: 120 });
    await flush(page);
    await expectNotesOnce(server, numbers(120));
    expect(page.workers()).toHaveLength(runtime === 'main' ? 0 : 1);
  });
}
