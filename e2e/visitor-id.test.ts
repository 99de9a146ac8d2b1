import type { Page } from '@playwright/test';
import { test as base, leave } from './support/operated.ts';
import { openRawHost, type RawHostFixtures } from './support/raw-host.ts';
import type { Server } from './support/server-process.ts';
import { providerEntries } from './support/telemetry.ts';
import { expect } from './support/test.ts';
import { thorough } from './support/thorough.ts';

const test = base.extend<RawHostFixtures>({ openRawHost });
const video = 'offstage002';

const reasons: { code: string; says: string; api?: object; query?: string; reply?: string }[] = [
  { code: 'PRIVATE_EMBED', says: 'this is a private embed', query: '&private=1' },
  { code: 'PFL_MODE', says: 'in pfl mode', api: { isPflMode: true } },
  {
    code: 'FETCH_DISABLED',
    says: 'fetching it is disabled',
    api: { isVisitorIdFetchDisabled: true },
  },
  { code: 'MISSING_FROM_SERVER', says: 'Biscotti ID is missing from server', reply: '{}' },
];

/** One that the page knows, and one from the server's answer. */
const representatives = ['PRIVATE_EMBED', 'MISSING_FROM_SERVER'];

/** The panel names the reason; once the page has ended the provider's log has it too, once. */
async function expectReportedOnce(
  page: Page,
  server: Server,
  { code, says }: { code: string; says: string },
) {
  const panel = page.locator('.debug-panel');
  await expect(panel).toContainText(`${says} (${code})`);
  // Services that still start would end without their entry.
  await expect(panel).toContainText(/queue (indexeddb|memory)/);
  await leave(page);
  await expect.poll(() => providerEntries(server, 'visitor_id_failed')).toHaveLength(1);
  const [entry] = await providerEntries(server, 'visitor_id_failed');
  expect(entry).toMatchObject({ code, message: expect.stringContaining(says) });
}

for (const runtime of ['worker', 'main'])
  for (const reason of reasons)
    test(
      `the reason ${reason.code} for a missing visitor id shows in the debug panel and is in the provider’s log, once (runtime=${runtime}) [spec-8.9, spec-8.37, spec-8.39, spec-8.40]`,
      runtime === 'main' || !representatives.includes(reason.code) ? thorough : {},
      async ({ page, startOperated }) => {
        const server = await startOperated({ api: reason.api ?? {} });
        const { reply } = reason;
        if (reply) await page.route('**/visitor_id', (route) => route.fulfill({ body: reply }));
        await page.goto(
          `${server.embedOrigin}/embed/${video}?debug=1&runtime=${runtime}${reason.query ?? ''}`,
        );
        await expectReportedOnce(page, server, reason);
      },
    );

for (const runtime of ['worker', 'main'])
  test(
    `a host is informed that a visitor id lacks its viewer’s consent; the provider’s log has it once they agree (runtime=${runtime}) [spec-8.38]`,
    runtime === 'main' ? thorough : {},
    async ({ openRawHost, server }) => {
      const host = await openRawHost(
        `/embed/${video}?enablejsapi=1&consent=pending&runtime=${runtime}`,
      );
      await host.subscribe('onDiagnose');
      const denied = async () => {
        await host.command('diagnose');
        const diagnosis = (await host.values('onDiagnose')).at(-1) as {
          denied?: { name: string; cause: string }[];
        };
        return (diagnosis?.denied ?? []).find(({ name }) => name === 'visitor-id')?.cause ?? null;
      };
      await expect.poll(denied).toContain('the viewer has not agreed to it (NO_CONSENT)');
      expect(await providerEntries(server, 'visitor_id_failed')).toEqual([]);
      await host.command('setConsent', 'granted');
      await expect.poll(denied).toBeNull();
      await leave(host.page);
      await expect
        .poll(async () =>
          (await providerEntries(server, 'visitor_id_failed')).map(({ code }) => code),
        )
        .toEqual(['NO_CONSENT']);
    },
  );
