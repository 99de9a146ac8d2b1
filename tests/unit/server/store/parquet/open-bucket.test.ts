import { createServer, type RequestListener } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openBucket } from '../../../../../server/store/parquet/open-bucket.ts';
import { parquetLimits } from '../../../../../server/store/parquet/parquet-limits.ts';
import { ParquetRefusedError } from '../../../../../server/store/parquet/write-parquet.ts';
import { freePort } from '../../support/free-port.ts';
import { listenOnFreePort } from '../../support/listen-on-free-port.ts';

const longerThanTestsMs = 600_000;
const content = new TextEncoder().encode('PAR1');

/** Sends a file to a storage that answers in this way. @returns why it was refused */
async function reasonOf(
  answer: RequestListener | string,
  limits: Partial<Record<keyof typeof parquetLimits, number>> = {},
): Promise<string> {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'k3y').stubEnv('AWS_SECRET_ACCESS_KEY', 's3cret');
  onTestFinished(() => void vi.unstubAllEnvs());
  const stopping = new AbortController();
  const endpoint =
    typeof answer === 'string' ? answer : (await listenOnFreePort(createServer(answer))).origin;
  const target = { bucket: 'events', prefix: 'p/', region: 'r1', endpoint };
  const bucket = openBucket(target, stopping.signal, {
    ...parquetLimits,
    attemptsCount: 1,
    ...limits,
  });
  onTestFinished(() => bucket.close());
  const put = bucket.put('day=2026-11-30/hour=09/x.parquet', content);
  return put.then(
    () => 'taken',
    (error) => {
      expect(error).toBeInstanceOf(ParquetRefusedError);
      return error.message;
    },
  );
}

const answerWith =
  (status: number, code: string, headers = {}): RequestListener =>
  (request, response) => {
    request.resume().on('end', () => {
      response.writeHead(status, { 'Content-Type': 'application/xml', ...headers });
      const id = crypto.randomUUID();
      response.end(
        `<?xml version="1.0"?><Error><Code>${code}</Code><Message>No ${id}</Message><RequestId>${id}</RequestId></Error>`,
      );
    });
  };

test('a file is sent once, under its name, signed and whole', async () => {
  const requests: unknown[] = [];
  const reason = await reasonOf((request, response) => {
    const chunks: Uint8Array[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      requests.push({ method, url, text: Buffer.concat(chunks).toString() });
      expect(headers.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=k3y\/\d+\/r1\/s3\//);
      expect(headers['content-type']).toBe('application/vnd.apache.parquet');
      expect(JSON.stringify(headers)).not.toMatch(/checksum|s3cret|chunked/i);
      response.end();
    });
  });
  expect(reason).toBe('taken');
  expect(requests).toEqual([
    {
      method: 'PUT',
      url: '/events/p/day%3D2026-11-30/hour%3D09/x.parquet?x-id=PutObject',
      text: 'PAR1',
    },
  ]);
});

test.each([
  [
    403,
    'SignatureDoesNotMatch',
    'it refuses the credentials, or denies them writing (403 SignatureDoesNotMatch): check the key, and that it may put objects into events/p/',
  ],
  [
    403,
    'AccessDenied',
    'it refuses the credentials, or denies them writing (403 AccessDenied): check the key, and that it may put objects into events/p/',
  ],
  [
    404,
    'NoSuchBucket',
    'there is no bucket events (404 NoSuchBucket): create it, or correct --parquet',
  ],
  [404, 'NotFound', 'it does not take the file (404 NotFound): check bucket and endpoint'],
  [
    400,
    'AuthorizationHeaderMalformed',
    'the bucket is in another region (400 AuthorizationHeaderMalformed): correct region in --parquet',
  ],
  [
    301,
    'PermanentRedirect',
    'the bucket is in another region (301 PermanentRedirect): correct region in --parquet',
  ],
  [503, 'SlowDown', 'it is overloaded or fails (503 SlowDown)'],
  [500, 'InternalError', 'it is overloaded or fails (500 InternalError)'],
])('an answer %d %s is one sentence with cause and fix, the same each time', async (...args) => {
  const [status, code, sentence] = args;
  expect(await reasonOf(answerWith(status, code))).toBe(sentence);
});

test('a redirect is not followed, so that no signed request goes elsewhere [threat-parquet-storage]', async () => {
  let visits = 0;
  const other = await listenOnFreePort(
    createServer((_, response) => {
      visits++;
      response.end();
    }),
  );
  const reasons = [];
  for (const status of [301, 302, 307, 308])
    reasons.push(
      await reasonOf((request, response) => {
        request.resume();
        response.writeHead(status, { Location: other.origin }).end();
      }),
    );
  for (const reason of reasons)
    expect(reason).toMatch(/^it redirects \(30\d[^)]*\), which is not followed: correct region/);
  expect(visits).toBe(0);
});

test('a server that never answers, or never takes the file, is given up in time', async () => {
  const reason = await reasonOf(() => {}, { uploadMs: 300, connectMs: longerThanTestsMs });
  expect(reason).toBe('it does not answer in time');
});

test('an answer that never ends takes no memory, and is given up [threat-parquet-storage]', async () => {
  const endless =
    (status: number, chunk: string, everyMs: number): RequestListener =>
    (request, response) => {
      request.resume();
      response.writeHead(status, { 'Content-Type': 'application/xml' });
      const timer = setInterval(() => response.write(chunk), everyMs);
      response.on('close', () => clearInterval(timer));
    };
  for (const status of [200, 403]) {
    // Fast, it is cut by its size; slow, by its time.
    expect(await reasonOf(endless(status, 'x'.repeat(50_000), 1))).toContain('has no end');
    expect(await reasonOf(endless(status, 'x', 20), { uploadMs: 300 })).toBe(
      'it does not answer in time',
    );
  }
});

test('an answer of another program is no file', async () => {
  expect(
    await reasonOf((request, response) => {
      request.resume();
      response.writeHead(405).end('<html>no');
    }),
  ).toMatch(/^it does not take the file \(405/);
});

test('a storage that is away is named with the cause', async () => {
  expect(await reasonOf(`http://127.0.0.1:${await freePort()}`)).toBe(
    'it cannot be reached (ECONNREFUSED): check the endpoint',
  );
  const cut: RequestListener = (request) => request.socket.destroy();
  expect(await reasonOf(cut)).toMatch(/^it cannot be reached \(ECONNRESET\)/);
});

test('a passing failure is repeated before anyone hears of it', async () => {
  let requests = 0;
  const flaky: RequestListener = (request, response) => {
    requests++;
    if (requests < 3) answerWith(503, 'SlowDown')(request, response);
    else request.resume().on('end', () => response.end());
  };
  expect(await reasonOf(flaky, { attemptsCount: 3 })).toBe('taken');
  expect(requests).toBe(3);
});

test('without credentials the sentence says where to put them', async () => {
  const bucket = { bucket: 'events', prefix: '', region: 'r1', endpoint: 'http://127.0.0.1:1' };
  const nowhere = {
    AWS_ACCESS_KEY_ID: '',
    AWS_SECRET_ACCESS_KEY: '',
    AWS_CONFIG_FILE: '/none',
    AWS_SHARED_CREDENTIALS_FILE: '/none',
    AWS_EC2_METADATA_DISABLED: 'true',
  };
  for (const [name, value] of Object.entries(nowhere)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const opened = openBucket(bucket, new AbortController().signal);
  onTestFinished(() => opened.close());
  await expect(opened.put('x', content)).rejects.toThrow(
    'no credentials were found: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give the machine a role',
  );
});
