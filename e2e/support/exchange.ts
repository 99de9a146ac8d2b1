import type {
  ClientRequest,
  IncomingMessage,
  OutgoingHttpHeaders,
  ServerResponse,
} from 'node:http';

/** A request to the intake, held at the gate: received completely and not forwarded. */
export interface Exchange {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  body: Buffer;
  /** Starts the same request to the server. */
  open(onAnswer: (answer: IncomingMessage) => void): ClientRequest;
}

export interface Answer {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

/**
 * Forwards the rest to the server.
 * @throws (rejects) if the server is missing, or ends meanwhile
 */
export function askServer({ open, body }: Exchange): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const forwarded = open((answer) => {
      answer.toArray().then((chunks) => {
        resolve({
          status: answer.statusCode ?? 502,
          headers: answer.headers,
          body: Buffer.concat(chunks),
        });
      }, reject);
    });
    forwarded.on('error', reject);
    forwarded.end(body);
  });
}

export function report({ outgoing }: Exchange, { status, headers, body }: Answer): void {
  outgoing.writeHead(status, headers);
  outgoing.end(body);
}

export async function pass(exchange: Exchange): Promise<void> {
  report(exchange, await askServer(exchange));
}

export function refuse({ incoming }: Exchange): void {
  incoming.socket.destroy();
}
