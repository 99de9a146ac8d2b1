import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rawRequest } from '../../support/raw-request.ts';
import { startTestServer } from '../../support/start-test-server.ts';
import { tempDirectory } from '../../support/temp-directory.ts';

test('the demo’s origin serves the documents, folders by their index, and no other files', async () => {
  const docsDir = tempDirectory({
    'index.html': '<h1>Offstage</h1>',
    'decisions/index.html': '<h1>Decisions</h1>',
    'code.css': 'body {}',
    'assets/app.abc.js': '1',
    'notes.md': 'no',
    '.secret.html': 'no',
  });
  const server = await startTestServer({ docsDir });
  const get = (path: string) => rawRequest(server.demo, path);
  expect((await get('/docs')).headers.location).toBe('/docs/');
  expect((await get('/docs/')).body).toContain('<h1>Offstage</h1>');
  expect((await get('/docs/decisions/')).body).toContain('<h1>Decisions</h1>');
  const style = (await get('/docs/code.css')).headers;
  expect(style['content-type']).toBe('text/css; charset=utf-8');
  expect(style['cache-control']).toBe('no-cache');
  const { headers } = await get('/docs/assets/app.abc.js');
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');

  const strange = [
    '/docs/notes.md',
    '/docs/none.html',
    '/docs/assets/none.js',
    '/docs/.secret.html',
    '/docs/%2e%2e/x',
    '/docs/..%2f..%2fpackage.json',
    '/docs/..%5c..%5cpackage.json',
    '/docs/index.html%00.js',
    '/docs/%zz',
    '/docs/decisions',
    '/docs//',
    '/docs//etc/passwd',
  ];
  for (const path of strange) {
    const { status, body } = await get(path);
    expect(status, path).toBe(404);
    expect(body, path).not.toContain('"name": "offstage"');
    // That path is not a document's.
    if (!path.includes('%2e')) expect(body, path).toContain('<a href="/docs/">All documents</a>');
  }
  writeFileSync(join(docsDir, '404.html'), '<h1>Not in this site</h1>');
  const { status, body, headers: missing } = await get('/docs/none.html');
  expect([status, body]).toEqual([404, '<h1>Not in this site</h1>']);
  expect(missing['content-security-policy']).toContain("script-src 'self'");
});
