import { expect, test } from 'vitest';
import { createPostText } from '../../../../../worker/events/sending/post-text.ts';

const long = 'x'.repeat(1_000);

/** Answers with the statuses in order, then 200. */
function setUp(
  statuses: number[],
  gzip = async (_: string) => new Uint8Array([0x1f, 0x8b]),
  isCrossing = false,
) {
  const sent: { url: string; body: unknown; encoding: string | undefined }[] = [];
  const headers: Record<string, string>[] = [];
  const postText = createPostText({
    async fetch(input, init) {
      const given = init?.headers as Record<string, string>;
      headers.push(given);
      sent.push({ url: String(input), body: init?.body, encoding: given['Content-Encoding'] });
      return new Response('answer', {
        status: statuses.shift() ?? 200,
        headers: { 'Retry-After': '3' },
      });
    },
    gzip,
    timeoutSignal: () => new AbortController().signal,
    origin: 'https://embed.example',
    crossesTo: () => isCrossing,
  });
  return { postText, sent, headers, encodings: () => sent.map(({ encoding }) => encoding) };
}

test('a body that fails to compress is sent uncompressed, and the next one is compressed again', async () => {
  let isBroken = true;
  const { postText, sent, encodings } = setUp([], async () => {
    if (isBroken) throw new TypeError('the script for it did not load');
    return new Uint8Array([0x1f, 0x8b]);
  });
  expect(await postText('/log', long)).toEqual({
    status: 200,
    retryAfter: '3',
    text: 'answer',
    isCompressible: true,
  });
  expect(sent).toEqual([{ url: 'https://embed.example/log', body: long, encoding: undefined }]);
  isBroken = false;
  await postText('/log', long);
  expect(encodings()).toEqual([undefined, 'gzip']);
});

test.each([400, 415])(
  'after a %i to a compressed body it is sent again uncompressed at once, and so are later ones to any URL [spec-8.21, spec-8.41]',
  async (status) => {
    const { postText, sent, encodings } = setUp([status]);
    expect(await postText('/a', long)).toMatchObject({ status: 200 });
    await postText('/b', long);
    expect(encodings()).toEqual(['gzip', undefined, undefined]);
    expect(sent.map(({ body }) => body).slice(1)).toEqual([long, long]);
  },
);

test('a body that is refused uncompressed too is refused: two requests, not three', async () => {
  const { postText, encodings } = setUp([400, 400]);
  expect(await postText('/a', long)).toMatchObject({ status: 400 });
  expect(encodings()).toEqual(['gzip', undefined]);
});

test.each([400, 415])(
  '%i to a body that was too short to compress does not turn compression off',
  async (status) => {
    const { postText, encodings } = setUp([status]);
    expect(await postText('/a', 'short')).toMatchObject({ status });
    await postText('/a', long);
    expect(encodings()).toEqual([undefined, 'gzip']);
  },
);

test.each([403, 413, 429, 500])(
  '%i to a compressed body is a final answer, and compression stays on',
  async (status) => {
    const { postText, encodings } = setUp([status]);
    expect(await postText('/a', long)).toMatchObject({ status, retryAfter: '3' });
    await postText('/a', long);
    expect(encodings()).toEqual(['gzip', 'gzip']);
  },
);

test('another origin gets short and compressed bodies without a preflight', async () => {
  const { postText, headers } = setUp([], undefined, true);
  await postText('/a', 'short');
  await postText('/a', long);
  expect(headers).toEqual([{ 'Content-Type': 'text/plain' }, { 'Content-Type': 'text/plain' }]);
});

test('the result says when a compressed body could not be read', async () => {
  const { postText } = setUp([415]);
  expect(await postText('/a', long)).toMatchObject({ status: 200, isCompressible: false });
});

test('a body marked as uncompressed is not compressed [spec-3.57]', async () => {
  const { postText, encodings } = setUp([]);
  const options = { method: 'POST', isCompressible: false } as const;
  expect(await postText('/a', long, options)).toMatchObject({ status: 200, isCompressible: false });
  await postText('/b', long);
  expect(encodings().map((encoding) => encoding ?? 'plain')).toEqual(['plain', 'gzip']);
});
