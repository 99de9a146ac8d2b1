import { expect, test } from './support/test.ts';
import { thorough } from './support/thorough.ts';

test.use({
  expectedNoise: /status of 40[13]/,
  serverArgs: ['--embed-domains', 'example.com', '--token', 'right-token'],
});

test('the demo page says that it may not embed the videos, and which address to add', async ({
  page,
  server,
}) => {
  const { host } = new URL(server.demoOrigin);
  for (const path of ['', 'clients.html', 'compare.html', 'builder.html']) {
    await page.goto(`${server.demoOrigin}/${path}`);
    const notice = page.getByRole('note');
    await expect(notice).toContainText('may not be embedded here');
    await expect(notice).toContainText(`To try them on it, add ${host}.`);
  }
});

test(
  'the demo page asks for the telemetry once if it is refused',
  thorough,
  async ({ page, server }) => {
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 401) refused.push(response.url());
    });
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(request.url()));
    await page.clock.install();
    await page.goto(`${server.demoOrigin}/`);
    await expect(page.locator('.summary')).toContainText('Only the operator can see stored events');
    await expect.poll(() => refused).toHaveLength(1);
    // Each request is known as soon as the clock has moved; its answer would come later.
    await page.clock.runFor(10_000);
    expect(asked.filter((url) => url === refused[0])).toHaveLength(1);
  },
);

test.describe('with its own address in the list', () => {
  test.use({ serverArgs: ['--embed-domains', 'example.com,127.0.0.1:*,localhost:*'] });

  test('the demo page embeds the videos, and shows no notice', async ({ page, server }) => {
    await page.goto(`${server.demoOrigin}/?mute=1`);
    await expect(page.getByRole('note')).toHaveCount(0);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await expect(page.locator('[data-readout="state"]')).toHaveText(/playing/i);
  });
});
