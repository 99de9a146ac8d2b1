/** Counts what passes a link; times are Unix milliseconds. */
export interface LinkTraffic {
  /** Bytes that a browser sends to a server. */
  noteSent(bytes: Buffer): void;
  /** Bytes that have arrived at a browser. */
  noteReceived(count: number): void;
  /** @returns requests that had left the browser by then, and bytes that had arrived */
  until(atMs: number): { requests: number; bytes: number };
  /** Time since the last byte in either direction. */
  quietMs(): number;
}

/**
 * A browser begins each request of HTTP/1.1 with a write of its own, because it waits for the
 * answer to the one before.
 */
const requestLine = /^[A-Z]+ \S+ HTTP\/1\.1\r\n/;

export function watchTraffic(now: () => number): LinkTraffic {
  const requestsMs: number[] = [];
  const received: { atMs: number; count: number }[] = [];
  let lastMs = now();
  return {
    noteSent(bytes) {
      lastMs = now();
      if (requestLine.test(bytes.toString('latin1'))) requestsMs.push(lastMs);
    },
    noteReceived(count) {
      lastMs = now();
      received.push({ atMs: lastMs, count });
    },
    until: (atMs) => ({
      requests: requestsMs.filter((sentMs) => sentMs <= atMs).length,
      bytes: received.reduce((sum, part) => (part.atMs <= atMs ? sum + part.count : sum), 0),
    }),
    quietMs: () => now() - lastMs,
  };
}
