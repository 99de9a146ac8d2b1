import type { ClientRequest, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';

/** A request to the intake, held at the gate: it has come whole and nothing has gone on. */
export interface Exchange {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  body: Buffer;
  /** Begins the same request at the server. */
  open(onAnswer: (answer: IncomingMessage) => void): ClientRequest;
}

export interface Answer {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

/** The server takes it over. @throws (rejects) if the server is not there, or goes */
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

export function tell({ outgoing }: Exchange, { status, headers, body }: Answer): void {
  outgoing.writeHead(status, headers);
  outgoing.end(body);
}

export async function pass(exchange: Exchange): Promise<void> {
  tell(exchange, await askServer(exchange));
}

export function refuse({ incoming }: Exchange): void {
  incoming.socket.destroy();
}

export interface SentBatch {
  sid: string;
  /** In the order of the batch. */
  seqs: number[];
  /** Sent by a page on its way out; everything else comes from the services. */
  isBeacon: boolean;
}

/** @returns `null` for a request that brings no events */
export function readBatch({ incoming, body }: Exchange): SentBatch | null {
  if (incoming.method !== 'POST') return null;
  const isGzip = body[0] === 0x1f && body[1] === 0x8b;
  const batch = JSON.parse((isGzip ? gunzipSync(body) : body).toString());
  return {
    sid: batch.sid,
    seqs: batch.events.map((event: { seq: number }) => event.seq),
    isBeacon: incoming.headers['sec-fetch-mode'] === 'no-cors',
  };
}
