import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { demoSlots } from '../../../../server/pages/demo/demo-routes.ts';
import { rawRequest } from '../support/raw-request.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { tempDirectory } from '../support/temp-directory.ts';
import { shareInFile } from '../support/when-done.ts';
import { askAccepting, unpackReply } from './ask-accepting.ts';

const demoPage = demoSlots
  .map((name) => `<!--offstage:${name}--><!--/offstage:${name}-->`)
  .join('');

const script = `export const text = '${'offstage '.repeat(200)}';\n`;
const page = '<!--offstage:title--><!--/offstage:title--><!--offstage:head--><!--/offstage:head-->';
const rest =
  '<!--offstage:config--><!--/offstage:config--><!--offstage:video--><!--/offstage:video--><!--offstage:waiting--><!--/offstage:waiting-->';

/** A build whose files have compressed forms beside them. */
function builtPage(): string {
  return tempDirectory({
    'index.html': page + rest,
    'assets/main-abc.js': script,
    'assets/main-abc.js.br': brotliCompressSync(script),
    'assets/main-abc.js.gz': gzipSync(script),
    'assets/main-abc.js.map': '{}',
    'assets/main-abc.js.map.br': brotliCompressSync('{}'),
    'assets/old-abc.js': script,
    'assets/old-abc.js.gz': gzipSync(script),
    'assets/plain-abc.js': script,
    'assets/odd-abc.js': script,
    'assets/odd-abc.js.br/x': '',
    'secret.br': brotliCompressSync('secret'),
  });
}

const server = shareInFile(() => startTestServer({ pageDir: builtPage() }));

test.each([
  [null, undefined],
  ['', undefined],
  ['br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['BR, GZip', 'br'],
  ['gzip;q=1, br;q=0.5', 'gzip'],
  ['br;q=0.5, gzip;q=0.5', 'br'],
  ['*', 'br'],
  ['*;q=0', undefined],
  ['br;q=0, *', 'gzip'],
  ['identity, *;q=0.1', undefined],
  ['identity;q=0', undefined],
  ['identity;q=0, gzip', 'gzip'],
  ['gzip;q=0', undefined],
  ['deflate', 'deflate'],
  ['zstd, compress', undefined],
  [',,, ;;; =', undefined],
  ['br;q=none', undefined],
  ['brgzip', undefined],
  ['__proto__, constructor', undefined],
  [',;'.repeat(5_000), undefined],
])('with Accept-Encoding %j a built file is sent as %j', async (accepted, coding) => {
  const { embed } = server();
  const reply = await askAccepting(embed, '/assets/main-abc.js', accepted);
  expect(reply.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
  });
  expect([reply.status, reply.headers['content-encoding']]).toEqual([200, coding]);
  expect(unpackReply(reply)).toBe(script);
});

test('each form of a file has its own ETag and answers 304 for it', async () => {
  const { embed } = server();
  const tags = new Set<string>();
  for (const accepted of ['br', 'gzip', 'identity']) {
    const { headers } = await askAccepting(embed, '/assets/main-abc.js', accepted);
    const tag = headers.etag ?? '';
    tags.add(tag);
    const known = await askAccepting(embed, '/assets/main-abc.js', accepted, {
      'If-None-Match': tag,
    });
    expect([known.status, known.body, known.headers.vary]).toEqual([304, '', 'Accept-Encoding']);
    const head = await rawRequest(embed, '/assets/main-abc.js', {
      method: 'HEAD',
      headers: { 'Accept-Encoding': accepted },
    });
    const { date: _, ...own } = head.headers;
    expect([head.status, head.body]).toEqual([200, '']);
    expect(headers).toMatchObject(own);
  }
  expect(tags.size).toBe(3);
  const [br = ''] = tags;
  const other = await askAccepting(embed, '/assets/main-abc.js', 'gzip', { 'If-None-Match': br });
  expect(other.status).toBe(200);
});

test('ranges apply to the uncompressed file', async () => {
  const { embed } = server();
  const part = await askAccepting(embed, '/assets/main-abc.js', 'br', { Range: 'bytes=0-5' });
  expect([part.status, part.body, part.headers['content-encoding']]).toEqual([
    206,
    'export',
    undefined,
  ]);
  const packed = await askAccepting(embed, '/assets/main-abc.js', 'br');
  expect(packed.headers).not.toHaveProperty('accept-ranges');
  // A compressed download cannot be continued with bytes of the file.
  const whole = await askAccepting(embed, '/assets/main-abc.js', 'br', {
    Range: 'bytes=6-',
    'If-Range': packed.headers.etag ?? '',
  });
  expect([whole.status, unpackReply(whole)]).toEqual([200, script]);
});

test('a file without a compressed form is sent in the next best form or compressed now, and compressed forms have no URL', async () => {
  const pageDir = builtPage();
  const outside = tempDirectory({ 'x.br': brotliCompressSync('outside') });
  symlinkSync(join(outside, 'x.br'), join(pageDir, 'assets/plain-abc.js.br'));
  const { embed, errors } = await startTestServer({ pageDir });
  for (const [path, coding] of [
    ['/assets/old-abc.js', 'gzip'],
    // A symbolic link or a directory was not written by the build.
    ['/assets/plain-abc.js', 'br'],
    ['/assets/odd-abc.js', 'br'],
  ] as const) {
    const reply = await askAccepting(embed, path, 'br, gzip');
    expect([path, reply.status, reply.headers['content-encoding']]).toEqual([path, 200, coding]);
    expect(unpackReply(reply)).toBe(script);
  }
  for (const path of [
    '/assets/main-abc.js.br',
    '/assets/main-abc.js.gz',
    '/assets/main-abc.js%2ebr',
    '/assets/main-abc.js.map',
    '/assets/main-abc.js.map.br',
    '/assets/odd-abc.js.br/x',
    '/assets/../secret.br',
    '/assets/..%2fsecret.br',
    '/assets/%2e%2e/secret',
    '/assets/main-abc.js/',
    '/assets/main-abc',
  ]) {
    const reply = await askAccepting(embed, path, 'br, gzip');
    expect([path, reply.status]).toEqual([path, 404]);
  }
  expect(errors).toEqual([]);
});

test('the SDK and the demo are sent compressed too', async () => {
  const packed = { 'x.js': script, 'x.js.br': brotliCompressSync(script) };
  const server = await startTestServer({
    sdkDir: tempDirectory(packed),
    demoDir: tempDirectory({
      'index.html': demoPage,
      'clients.html': demoPage,
      'compare.html': demoPage,
      'builder.html': demoPage,
      ...packed,
    }),
  });
  for (const [origin, path] of [
    [server.embed, '/sdk/x.js'],
    [server.demo, '/x.js'],
  ] as const) {
    const reply = await askAccepting(origin, path, 'br');
    expect([reply.status, reply.headers['content-encoding']]).toEqual([200, 'br']);
    expect(unpackReply(reply)).toBe(script);
  }
});
