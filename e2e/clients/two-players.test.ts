import { openClient } from './support/open-client.ts';
import { expect, test } from './support/test.ts';

test('two players on a page each obey their own commands and report their own state, also after one is removed', async ({
  page,
}) => {
  const client = await openClient(page, 'two-players');
  await client.untilReceived('first ready');
  await client.untilReceived('second ready');
  expect(await client.call('duration')).toBe(64);
  expect(await client.callExtra('duration')).toBe(32);

  await client.call('play');
  await client.untilPlayed(0.5);
  expect(await client.callExtra('time')).toBe(0);
  expect((await client.received()).filter((event) => /^second -?\d/.test(event))).toEqual([]);

  await client.call('destroy');
  await expect(page.locator('iframe')).toHaveCount(1);
  await client.callExtra('play');
  await client.untilReceived('second 1');
  await expect.poll(() => client.callExtra('time')).toBeGreaterThan(0.5);
});
