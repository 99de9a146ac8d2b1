import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { boundedMessage } from '../../../../../server/http/fairness/bounded-message.ts';
import { httpLimits } from '../../../../../server/http/http-limits.ts';
import { rawSocket } from '../../support/raw-socket.ts';

test('the rest of a read is not passed on once a body is cut, and other connections’ bodies are read whole [attack-H4]', async () => {
  let pushCount = 0;
  let cutCount = 0;
  class Counted extends boundedMessage(() => {
    cutCount += 1;
  }) {
    override push(chunk: Buffer | null, encoding?: BufferEncoding): boolean {
      pushCount += 1;
      return super.push(chunk, encoding);
    }
  }
  const server = createServer({ IncomingMessage: Counted }, async (request, response) => {
    let body = '';
    request.on('error', () => {});
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => response.end(body));
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const head = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';
  for (let round = 1; round <= 5; round += 1) {
    pushCount = 0;
    await rawSocket(port, head + '1\r\nx\r\n'.repeat(100_000));
    expect(cutCount).toBe(round);
    expect(pushCount).toBeLessThanOrEqual(2 * httpLimits.chunksFreeCount.value);
    // These get the parsers of connections that were cut.
    const bodies = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const response = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: 'whole' });
        return response.text();
      }),
    );
    expect(bodies).toEqual(['whole', 'whole', 'whole']);
  }
});
