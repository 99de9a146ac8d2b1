import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createAnswerHeaders, demoKinds } from '../../../../server/http/answer-headers.ts';
import { rawRequest } from '../support/raw-request.ts';
import { startTestServer } from '../support/start-test-server.ts';

const kinds = createAnswerHeaders({});

test('the demo’s pages may frame the player and load its scripts, and nothing else of other origins', async () => {
  const server = await startTestServer();
  const { headers } = await rawRequest(server.demo, '/', { headers: { Host: 'demo.example' } });
  expect(headers['content-security-policy']).toBe(
    `default-src 'none'; script-src 'self' http://demo.example:${server.embedPort}; style-src 'self'; ` +
      `img-src 'self' data: http://demo.example:${server.embedPort}; connect-src 'self' http://demo.example:${server.embedPort}; ` +
      `frame-src http://demo.example:${server.embedPort}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
});

test('every answer that came by https through a trusted proxy has HSTS for a year, and no other has it [threat-https]', async () => {
  const trusting = await startTestServer();
  const distrusting = await startTestServer({ trustedProxies: ['10.0.0.0/8'] });
  const hsts = async (origin: string, path: string, proto: string) =>
    (await rawRequest(origin, path, { headers: { 'X-Forwarded-Proto': proto } })).headers[
      'strict-transport-security'
    ];
  for (const path of ['/embed/x', '/media/none', '/none'])
    expect(await hsts(trusting.embed, path, 'https')).toBe('max-age=31536000');
  expect(await hsts(trusting.demo, '/', 'https')).toBe('max-age=31536000');
  expect(await hsts(trusting.embed, '/embed/x', 'http')).toBeUndefined();
  expect(await hsts(distrusting.embed, '/embed/x', 'https')).toBeUndefined();
});

test('no policy has unsafe-inline or unsafe-eval, and no page of the player has inline code that would need them [threat-provider-assets]', () => {
  for (const { headers, title } of [...Object.values(kinds), ...demoKinds]) {
    const policy = new Headers(headers).get('content-security-policy') ?? '';
    expect(policy, title).not.toMatch(/'unsafe-(inline|eval|hashes)'/);
  }
  const html = readFileSync(new URL('../../../../index.html', import.meta.url), 'utf8');
  // Except the style and scripts whose hashes are in the server's policy.
  expect(
    html.replace(/<style>[^<]*<\/style>/, '').replace(/<script>.*?<\/script>/gs, ''),
  ).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:|<script(?![^>]*(src=|application\/json))/);
});
