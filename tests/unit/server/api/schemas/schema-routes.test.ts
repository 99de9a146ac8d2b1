import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { rawRequest } from '../../support/raw-request.ts';
import { startTestServer } from '../../support/start-test-server.ts';
import { shareInFile } from '../../support/when-done.ts';

interface Listed {
  name: string;
  title: string;
  url: string;
  describes: string;
}

const shared = shareInFile(() => startTestServer());

test('the index names each schema, each is at its own address, and a validator resolves it [feature-schemas]', async () => {
  const server = shared();
  const index = await rawRequest(server.embed, '/schemas');
  expect(index).toMatchObject({ status: 200, headers: { 'content-type': 'application/json' } });
  const listed: Listed[] = JSON.parse(index.body);
  expect(listed.length).toBeGreaterThan(40);
  expect(new Set(listed.map(({ name }) => name)).size).toBe(listed.length);
  const ajv = new Ajv2020({ strict: true });
  for (const { name, title, url, describes } of listed) {
    expect(url).toBe(`${server.embed}/schemas/${name}.json`);
    const { status, headers, body } = await rawRequest(server.embed, new URL(url).pathname);
    expect(status, name).toBe(200);
    expect(headers['content-type']).toBe('application/schema+json');
    const schema = JSON.parse(body);
    expect(schema).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: url,
      title,
      description: describes,
    });
    ajv.compile(schema);
  }
});

test.each([
  'none.json',
  'log-batch',
  'log-batch.json.txt',
  '__proto__.json',
  'Log-Batch.json',
  '%00',
  'a%0Ab',
])('/schemas/%s gets a sentence with the address of the index', async (file) => {
  const server = shared();
  const { status, headers, body } = await rawRequest(server.embed, `/schemas/${file}`);
  expect(status).toBe(404);
  expect(headers['access-control-allow-origin']).toBe('*');
  expect(headers['cache-control']).toBeUndefined();
  const { error } = JSON.parse(body);
  expect(error.code).toBe('SCHEMA_NOT_FOUND');
  expect(error.message).toMatch(/^There is no schema [^\n]*; \/schemas lists all schemas\.$/);
  expect(server.errors).toEqual([]);
});

test.each(['/schemas', '/schemas/log-batch.json'])(
  '%s is open to pages of any origin, is cached for minutes, and is revalidated by its ETag',
  async (path) => {
    const server = shared();
    const { headers, body } = await rawRequest(server.embed, path, {
      headers: { Origin: 'https://editor.example' },
    });
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=300',
      etag: expect.stringMatching(/^W\/"/),
    });
    const again = await rawRequest(server.embed, path, {
      headers: { 'If-None-Match': `${headers.etag}` },
    });
    expect(again).toMatchObject({ status: 304, body: '', headers: { etag: headers.etag } });
    const head = await rawRequest(server.embed, path, { method: 'HEAD' });
    expect(head).toMatchObject({
      status: 200,
      body: '',
      headers: { etag: headers.etag, 'content-type': headers['content-type'] },
    });
    expect(body).not.toBe('');
  },
);

test('behind a proxy with TLS a schema’s address is the one that browsers use', async () => {
  const server = shared();
  const idFor = async (headers: Record<string, string>) =>
    JSON.parse((await rawRequest(server.embed, '/schemas/sidecar.json', { headers })).body).$id;
  const secure = { Host: 'video.example', 'X-Forwarded-Proto': 'https' };
  expect(await idFor(secure)).toBe('https://video.example/schemas/sidecar.json');
  // Also after it was written for another.
  expect(await idFor({ Host: 'a$&b.example:8080' })).toBe(
    'http://a$&b.example:8080/schemas/sidecar.json',
  );
});

test('a schema is compressed, and counts as a call for the rate limit of its client', async () => {
  const server = await startTestServer({ rateLimit: 2 });
  const packed = await fetch(`${server.embed}/schemas/page-config.json`);
  expect(packed.headers.get('content-encoding')).toBe('gzip');
  expect(await packed.json()).toHaveProperty('properties');
  expect((await rawRequest(server.embed, '/schemas')).status).toBe(200);
  const refused = await rawRequest(server.embed, '/schemas/page-config.json');
  expect(refused.status).toBe(429);
  expect(JSON.parse(refused.body).error.code).toBe('RATE_LIMITED');
});

test('the schemas are served with telemetry off and with an API key too', async () => {
  const server = await startTestServer({ isTelemetryOn: false, apiKey: 'key' });
  for (const name of ['telemetry-event', 'player-reply'])
    expect((await rawRequest(server.embed, `/schemas/${name}.json`)).status).toBe(200);
});
