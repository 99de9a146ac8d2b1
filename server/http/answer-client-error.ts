import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

interface Refusal {
  status: string;
  code: string;
  message: string;
}

const refusals: Readonly<Record<string, Refusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    code: 'REQUEST_TIMEOUT',
    message: 'The request took too long; send it again.',
  },
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    code: 'HEADERS_TOO_LARGE',
    message: 'The request line and headers are too long; send fewer or shorter ones.',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: '413 Payload Too Large',
    code: 'BODY_TOO_LARGE',
    message: 'The chunks of the body have too many extensions; do not send any.',
  },
};

const badRequest: Refusal = {
  status: '400 Bad Request',
  code: 'BAD_HTTP',
  message: 'This is not a valid HTTP request.',
};

/**
 * Answers requests that Node itself refuses (invalid or incomplete) in the form of all refusals.
 */
export function answerClientErrors(server: Server): void {
  /** The response that is currently sent; later ones wait and have sent nothing. */
  const responses = new WeakMap<Duplex, ServerResponse>();
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    if (response.socket !== null) responses.set(socket, response);
    else response.once('socket', () => responses.set(socket, response));
  });
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const body = {
      error: {
        code: 'BAD_EXPECTATION',
        message: 'The only supported Expect header is 100-continue.',
      },
    };
    response.writeHead(417, { 'Content-Type': 'application/json', Connection: 'close' });
    response.end(JSON.stringify(body));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const response = responses.get(socket);
    // In the middle of another answer, this one would become part of it.
    const isAnswering = response?.headersSent && !response.writableFinished;
    // Do not answer on a connection without any request: the client could take it for the answer to
    // its next request.
    const isUnused = socket instanceof Socket && socket.bytesRead === 0;
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering || isUnused) {
      socket.destroy();
      return;
    }
    const { status, code, message } = refusals[error.code ?? ''] ?? badRequest;
    const body = JSON.stringify({ error: { code, message } });
    socket.end(
      `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
      () => socket.destroy(),
    );
  });
}
