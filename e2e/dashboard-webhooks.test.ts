import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findBarriers } from './support/axe.ts';
import { test as base, expect } from './support/test.ts';

interface Receiver {
  url: string;
  /** Status of its answers. */
  status: number;
}

/** A receiver that refuses, and a server that reports to it. */
const test = base.extend<{ receiver: Receiver }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright parses this pattern
  receiver: async ({}, use) => {
    const receiver = { url: '', status: 500 };
    const server = createServer((_request, answer) => answer.writeHead(receiver.status).end());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    receiver.url = `http://127.0.0.1:${port}/hook/secret-path`;
    await use(receiver);
    server.close();
  },
  serverArgs: async ({ receiver }, use) => use(['--webhook', receiver.url]),
});

test('the operator tries a receiver in the dashboard, sees why it failed, and sends the message again [feature-webhooks-page]', async ({
  page,
  server,
  receiver,
}) => {
  await page.goto(`${server.demoOrigin}/telemetry/`);
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await expect(page).toHaveURL(/\?page=webhooks$/);
  await page.getByRole('button', { name: 'Send a test message' }).click();
  const row = page.getByRole('row').filter({ hasText: 'webhook.test' });
  await expect(row).toContainText('It answers 500.');
  await expect(row).toContainText('Next attempt');
  // The path may be a secret.
  await expect(row).toContainText(new URL(receiver.url).host);
  await expect(row).not.toContainText('secret-path');
  await row.locator('summary').press('Enter');
  await expect(row.getByText(/"timestamp":/)).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);

  receiver.status = 204;
  await row.getByRole('button', { name: 'Send again' }).press('Enter');
  await expect(row).toContainText('Delivered (204)');
});

base('without a receiver the dashboard says how to add one', async ({ page, server }) => {
  await page.goto(`${server.demoOrigin}/telemetry/?page=webhooks`);
  await expect(page.getByText(/^This server has no receivers/)).toContainText('--webhook URL');
});
