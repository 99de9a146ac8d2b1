import { type ClientRequest, type IncomingMessage, request, type ServerResponse } from 'node:http';

/** Starts a request like this one to another origin, as a proxy does. */
export function forward(
  targetOrigin: string,
  incoming: IncomingMessage,
  onAnswer: (answer: IncomingMessage) => void,
): ClientRequest {
  const headers = {
    ...incoming.headers,
    'x-forwarded-host': incoming.headers.host,
    'x-forwarded-proto': 'http',
  };
  return request(`${targetOrigin}${incoming.url}`, { method: incoming.method, headers }, onAnswer);
}

/**
 * Passes a request and its answer on, both streamed.
 * @param change changes the answer's text, in which a character is a byte
 */
export function passOn(
  targetOrigin: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  change?: (text: string) => string,
): void {
  // An answer to change must not be compressed.
  if (change !== undefined) incoming.headers['accept-encoding'] = 'identity';
  const forwarded = forward(targetOrigin, incoming, async (answer) => {
    if (change !== undefined) {
      const text = Buffer.concat(await answer.toArray()).toString('latin1');
      const { 'content-length': _, ...headers } = answer.headers;
      outgoing
        .writeHead(answer.statusCode ?? 502, headers)
        .end(Buffer.from(change(text), 'latin1'));
      return;
    }
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  forwarded.on('error', () => outgoing.destroy());
  outgoing.on('close', () => forwarded.destroy());
  incoming.pipe(forwarded);
}
