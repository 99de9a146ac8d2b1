import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** A request with its answer, both uncompressed. */
export interface Exchanged {
  method: string;
  /** With its query. */
  path: string;
  body: string;
  status: number;
  answer: string;
}

/** An operator's proxy before the server that records its traffic. */
export interface RecordingProxy {
  origin: string;
  /** Exchanges in the order of their answers, without media and scripts. */
  exchanged: readonly Exchanged[];
  close(): Promise<void>;
}

export async function openRecordingProxy(targetOrigin: string): Promise<RecordingProxy> {
  const exchanged: Exchanged[] = [];
  const proxy = createServer(async (incoming, outgoing) => {
    const { method = '', url: path = '', headers } = incoming;
    const body = await bytesOf(incoming).catch(() => null);
    // A page that ends may leave a request unfinished.
    if (body === null) return void outgoing.destroy();
    const options = { method, headers: { ...headers, 'x-forwarded-host': headers.host } };
    const forwarded = request(`${targetOrigin}${path}`, options, async (answer) => {
      const { statusCode: status = 502 } = answer;
      outgoing.writeHead(status, answer.headers);
      if (/^\/(media|assets|live)\//.test(path)) {
        answer.pipe(outgoing);
        return;
      }
      const bytes = await bytesOf(answer);
      exchanged.push({
        method,
        path,
        body: unpack(body, headers),
        status,
        answer: unpack(bytes, answer.headers),
      });
      outgoing.end(bytes);
    });
    forwarded.on('error', () => outgoing.destroy());
    forwarded.end(body);
  });
  proxy.listen(0, 'localhost');
  await once(proxy, 'listening');
  return {
    origin: `http://localhost:${(proxy.address() as AddressInfo).port}`,
    exchanged,
    async close() {
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  return Buffer.concat(await message.toArray());
}

/** Pages without an origin, and beacons, do not name the encoding of their bodies. */
function unpack(bytes: Buffer, headers: IncomingHttpHeaders): string {
  if (headers['content-encoding'] === 'br') return brotliDecompressSync(bytes).toString();
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return (isGzip ? gunzipSync(bytes) : bytes).toString();
}
