import { reportedErrors } from './support/telemetry.ts';
import { expect, test } from './support/test.ts';

test.describe('the page’s policy', () => {
  test.use({
    expectedNoise:
      /Content Security Policy|Trusted(HTML|Script|ScriptURL)' assignment|violates|Refused/,
  });

  test('blocks inline scripts and connections to other origins, in page and worker, and reports them to the operator [threat-provider-assets]', async ({
    page,
    server,
  }) => {
    await page.goto(`${server.embedOrigin}/embed/offstage003?autoplay=1&mute=1`);
    await expect
      .poll(() => page.evaluate(() => window.offstage.diagnose()?.services.place))
      .toBe('worker');
    await expect(page.locator('.player')).toHaveAttribute('data-state', 'playing');
    // Attempts of injected code. Run later, because a browser allows a debugger's own task more.
    const got = await page.evaluate(async () => {
      await new Promise((resolve) => setTimeout(resolve));
      const attempt = async (deed: () => unknown) => {
        try {
          await deed();
          return 'done';
        } catch (error) {
          return (error as Error).name;
        }
      };
      const inline = document.createElement('script');
      return {
        markup: await attempt(() => {
          document.body.innerHTML = '<img src="x" onerror="window.evil = 1">';
        }),
        eval: await attempt(() => new Function('window.evil = 1')()),
        script: await attempt(() => {
          inline.src = 'https://evil.example/a.js';
        }),
        fetch: await attempt(() => fetch('https://evil.example/')),
        evil: 'evil' in window,
      };
    });
    expect(got).toEqual({
      markup: 'TypeError',
      eval: 'EvalError',
      script: 'TypeError',
      fetch: 'TypeError',
      evil: false,
    });
    const services = page.workers().find((worker) => worker.url().includes('services-worker'));
    const inWorker = services?.evaluate(() =>
      fetch('https://evil.example/worker').catch(({ name }) => name),
    );
    expect(await inWorker).toBe('TypeError');

    const reported = async () =>
      (await reportedErrors(server)).map(({ message }) => message).toSorted();
    await expect.poll(async () => (await reported()).length).toBe(5);
    expect(await reported()).toEqual([
      'connect-src refuses https://evil.example/',
      'connect-src refuses https://evil.example/worker',
      'require-trusted-types-for refuses trusted-types-sink (Element innerHTML)',
      'require-trusted-types-for refuses trusted-types-sink (Function)',
      'require-trusted-types-for refuses trusted-types-sink (HTMLScriptElement src)',
    ]);
  });
});

test.describe('under the policy', () => {
  // Engines also try what the policy forbids.
  test.use({ expectedNoise: /Trusted(HTML|ScriptURL)' assignment/ });

  test('engines have the same workers as without it, and parse XML, and nothing else', async ({
    page,
    server,
  }) => {
    for (const [id, worker] of [
      ['offstage001', /\/media-worker-/],
      ['offstage003', /\/worker-/],
    ] as const) {
      await page.goto(`${server.embedOrigin}/embed/${id}?autoplay=1&mute=1`);
      await expect(page.locator('.player')).toHaveAttribute('data-state', 'playing');
      expect(page.workers().filter((each) => worker.test(each.url()))).toHaveLength(1);
    }
    // hls.js on the page, as in browsers without its worker.
    await page.goto(`${server.embedOrigin}/embed/offstage001?autoplay=1&mute=1&runtime=main`);
    await expect(page.locator('.player')).toHaveAttribute('data-state', 'playing');
    const got = await page.evaluate(async () => {
      await new Promise((resolve) => setTimeout(resolve));
      const attempt = (deed: () => unknown) => {
        try {
          return deed();
        } catch (error) {
          return (error as Error).name;
        }
      };
      return {
        xml: attempt(
          () => new DOMParser().parseFromString('<a>1</a>', 'text/xml').documentElement.textContent,
        ),
        markup: attempt(() => {
          document.createElement('p').innerHTML = '';
        }),
        worker: attempt(() => new Worker('/assets/other-worker.js')),
      };
    });
    expect(got).toEqual({ xml: '1', markup: 'TypeError', worker: 'TypeError' });
  });
});
