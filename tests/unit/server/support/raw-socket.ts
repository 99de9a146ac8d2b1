import { connect } from 'node:net';

/**
 * Sends bytes unchanged, unlike any HTTP client.
 * @returns everything received until the server closed the connection
 */
export function rawSocket(port: number, bytes: string | Uint8Array): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let reply = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => {
      reply += chunk;
    });
    // The server may close while this is still being written.
    socket.on('error', () => {});
    socket.on('close', () => resolve(reply));
    socket.write(bytes);
  });
}

export interface ParsedReply {
  status: number;
  head: string;
  body: string;
}

/** The answers of a connection, each with its body's announced length. */
export function parseReplies(text: string): ParsedReply[] {
  const replies: ParsedReply[] = [];
  for (let rest = text; rest !== ''; ) {
    const end = rest.indexOf('\r\n\r\n');
    const head = end < 0 ? rest : rest.slice(0, end);
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]);
    const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
    const from = end < 0 ? rest.length : end + 4;
    replies.push({ status, head, body: rest.slice(from, from + length) });
    rest = rest.slice(from + length);
  }
  return replies;
}
