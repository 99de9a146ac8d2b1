import { readFileSync } from 'node:fs';
import type { Page, Request } from '@playwright/test';
import fc from 'fast-check';
import { bodyOf } from './support/body-of.ts';
import { storedEvents } from './support/intake.ts';
import { leave } from './support/operated.ts';
import { reachFor } from './support/reach-for.ts';
import { test } from './support/shared-context.ts';
import { expect } from './support/test.ts';
import { thorough } from './support/thorough.ts';

// A list that does not exist, and a script and a style that are not valid.
test.use({ expectedNoise: /status of 40[04]|MIME type/ });

const docs = readFileSync(new URL('../docs/url-parameters.md', import.meta.url), 'utf8');
const [table = ''] = docs.split('## Keys');
/** Every documented parameter. */
const names = [...table.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, cell = '']) =>
  [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
);

/**
 * Those whose effect shows in the page or its requests; the others are `0`. Without controls,
 * nothing could be clicked.
 */
const shown: Record<string, string> = {
  theme: 'light',
  color: 'white',
  hl: 'de',
  fflags: 'mine=yes',
  controls: '1',
};

/**
 * With an invalid value here the viewer counts as not having consented, so events correctly wait
 * (`consent.test.ts`).
 */
const consentNames = ['consent', 'private'];

const longLanguage = `de${'-abcdefgh'.repeat(30)}`;
const garbage = fc.oneof(
  fc.constantFrom(
    '',
    '-1',
    '1e999',
    'NaN',
    '__proto__',
    'toString',
    'null',
    '[]',
    '%',
    '%ff',
    '\0',
    '\u2028',
  ),
  fc.constantFrom(
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    'javascript:alert(1)',
    '//x',
  ),
  fc.constant(longLanguage),
  fc.string({ unit: 'binary', maxLength: 60 }),
);
const parameters = names.filter((name) => ![...consentNames, 'runtime'].includes(name));
const queries = fc.record(
  Object.fromEntries(
    parameters.map((name) => [
      name,
      fc.oneof(
        { weight: 3, arbitrary: garbage },
        { weight: 1, arbitrary: fc.constant(shown[name] ?? '0') },
      ),
    ]),
  ),
);
const everywhere = (value: string) => Object.fromEntries(parameters.map((name) => [name, value]));

/** None of these is a switch: `false` for `telemetry` is a valid value. */
const noValues = [null, -1, 1e308, '\ud800', 'x'.repeat(600), [], [[]], { toString: null }];
const noValue = fc.constantFrom<unknown>(...noValues);
const inside = (...fields: string[]) =>
  fc.oneof(noValue, fc.record(Object.fromEntries(fields.map((field) => [field, noValue]))));
/** Page config fields as a provider's server may write them. */
const configs = fc.record(
  {
    apiOrigin: fc.oneof(noValue, fc.constantFrom('https://', 'x')),
    api: inside(
      'adSignals',
      'authorization',
      'key',
      'version',
      'visitorId',
      'isLoggedIn',
      'embedPass',
    ),
    probes: inside('adStatus', 'botDetection'),
    attrs: inside('width', 'height', 'id'),
    assets: inside('css'),
    loaded: noValue,
    webPlayerContextConfig: inside(
      'rootElementId',
      'serializedExperimentFlags',
      'serializedForcedExperimentIds',
    ),
    brand: noValue,
    telemetry: noValue,
    opaqueHosts: noValue,
    playlist: noValue,
  },
  { requiredKeys: [] },
);
/** Values that once kept every call unanswered. */
const harmful = {
  apiOrigin: 'https://',
  api: { key: '\ud800', adSignals: 'x'.repeat(600), version: 'x', authorization: '\n' },
  probes: { adStatus: 'javascript:1' },
};
type Case = [query: Record<string, string>, config: Record<string, unknown>];

/** Opens the page with these fields in its config. */
async function openWith(
  page: Page,
  address: string,
  fields: Record<string, unknown>,
): Promise<void> {
  await page.route('**/embed/**', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/(id="page-config">)([^<]*)/, (_, tag, json) => {
      return tag + JSON.stringify({ ...JSON.parse(json), ...fields }).replaceAll('<', '\\u003c');
    });
    await route.fulfill({ response, body });
  });
  await page.goto(address);
  await page.unrouteAll();
}

/**
 * The viewer reports a problem.
 * @returns the call, once answered
 */
async function callApi(page: Page): Promise<Request> {
  await page.locator('.player').click({ button: 'right', position: { x: 9, y: 9 } });
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().includes('/youtubei/v1/feedback'), {
      timeout: 30_000,
    }),
    page.locator('[data-visual-element=context_report_problem]').click(),
  ]);
  expect(answer.status()).toBe(200);
  return answer.request();
}

for (const runtime of ['worker', 'main'] as const)
  test(
    `an invalid URL parameter or page config field affects only itself: the page renders, the video plays, a call is answered and events arrive (runtime=${runtime}) [threat-address, threat-page-config]`,
    runtime === 'main' ? thorough : {},
    async ({ page, server }) => {
      expect(parameters.length).toBeGreaterThan(25);
      let caseCount = 0;
      const player = page.locator('.player');

      async function holds([query, config]: Case): Promise<void> {
        const address = `${server.embedOrigin}/embed/offstage002?${new URLSearchParams({ ...query, runtime })}`;
        await openWith(page, address, config);
        const html = page.locator('html');
        if (query.theme === shown.theme) await expect(html).toHaveAttribute('data-theme', 'light');
        if (query.color === shown.color) await expect(html).toHaveAttribute('data-color', 'white');
        if (query.hl === shown.hl) await expect(html).toHaveAttribute('lang', 'de');
        await reachFor(page);
        await page.locator('.big-play').click();
        await expect(player).toHaveAttribute('data-state', 'playing');
        const { client } = bodyOf(await callApi(page)).context;
        expect(client.hl).toMatch(/^[\w-]{2,35}$/);
        await leave(page);
        caseCount += 1;
        const loaded = async () =>
          (await storedEvents(server))
            .filter(({ name }) => name === 'embed_loaded')
            .toSorted((a, b) => a.row - b.row);
        await expect.poll(async () => (await loaded()).length).toBe(caseCount);
        const { flags } = (await loaded()).at(-1)?.payload ?? {};
        if (query.fflags === shown.fflags) expect(flags).toMatchObject({ mine: 'yes' });
      }

      await fc.assert(
        fc.asyncProperty(queries, configs, (...one) => holds(one)),
        {
          examples: [
            [everywhere(longLanguage.slice(0, 100)), {}],
            [{ ...everywhere('%ff'), ...shown }, harmful],
          ],
          // The worker runs the examples only, each once.
          numRuns: runtime === 'worker' ? 2 : 6,
          endOnFailure: true,
        },
      );
    },
  );
