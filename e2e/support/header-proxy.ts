import { once } from 'node:events';
import { createServer, type OutgoingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An operator's proxy before the server. */
export interface HeaderProxy {
  origin: string;
  /** Headers that the proxy adds to each request from now on. */
  reported: Record<string, string>;
  close(): Promise<void>;
}

/**
 * @param extra headers that the player page gets besides its own, even with the same name: a second
 * policy restricts further
 */
export async function openHeaderProxy(
  targetOrigin: string,
  extra: Record<string, string> = {},
): Promise<HeaderProxy> {
  const reported: Record<string, string> = {};
  const proxy = createServer((incoming, outgoing) => {
    const headers = {
      ...incoming.headers,
      'x-forwarded-host': incoming.headers.host,
      'x-forwarded-proto': 'http',
      ...reported,
    };
    const options = { method: incoming.method, headers };
    const forwarded = request(`${targetOrigin}${incoming.url}`, options, (answer) => {
      const answered = incoming.url?.startsWith('/embed/')
        ? addHeaders(answer.headers, extra)
        : answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, answered);
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    outgoing.on('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  proxy.listen(0, 'localhost');
  await once(proxy, 'listening');
  return {
    reported,
    origin: `http://localhost:${(proxy.address() as AddressInfo).port}`,
    async close() {
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}

function addHeaders(
  headers: OutgoingHttpHeaders,
  extra: Record<string, string>,
): OutgoingHttpHeaders {
  const added = Object.entries(extra).map(([name, value]) => [
    name,
    [headers[name] ?? [], value].flat(),
  ]);
  return { ...headers, ...Object.fromEntries(added) };
}
