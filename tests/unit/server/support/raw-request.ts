import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:http';

export interface RawReply {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
  /** The body as it arrived. */
  bytes: Buffer;
}

/**
 * A request whose path and headers are sent unchanged: `fetch` would normalise the path and forbid
 * some headers.
 */
export function rawRequest(
  origin: string,
  path: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: Uint8Array | string } = {},
): Promise<RawReply> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { hostname, port, path, method, headers, agent: false },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () =>
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            body: Buffer.concat(chunks).toString(),
            bytes: Buffer.concat(chunks),
          }),
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
