import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { ServerEnv } from '../../../../server/http/server-env.ts';
import { untilRead } from '../../../../server/http/until-read.ts';

test('until the library is read pages wait, and health checks do not [attack-H3]', async () => {
  const reading = Promise.withResolvers<void>();
  const app = new Hono<ServerEnv>();
  app.use(untilRead(reading.promise));
  app.all('*', (context) => context.text('answered'));
  const pages = Promise.all(
    ['/embed/video000001', '/readyz', '/'].map((path) => app.request(path)),
  );
  for (const path of ['/generate_204', '/healthz'])
    expect(await (await app.request(path)).text()).toBe('answered');
  expect(await Promise.race([pages, 'waiting'])).toBe('waiting');
  reading.resolve();
  expect((await pages).map(({ status }) => status)).toEqual([200, 200, 200]);
});
