import type { CostLimit } from './cost-limit.ts';

/** Limits on the cost of HTTP itself. Bodies have their own limits. */
export const httpLimits = {
  connectionsMaxCount: {
    value: 20_000,
    bounds: 'connections of both ports; fewer if the process may open fewer files (`ulimit -Hn`)',
    scope: 'server',
    over: 'further ones are closed at once',
  },
  /** A trusted proxy carries the connections of all clients, so it has no share. */
  connectionsClientShare: {
    value: 0.5,
    bounds: 'share of these connections',
    scope: 'client',
    over: 'further ones are closed at once',
  },
  /**
   * Browsers send the next request after the answer. A client that pipelines is answered request by
   * request.
   */
  waitingPauseCount: {
    value: 16,
    bounds: 'pipelined requests waiting for earlier answers',
    scope: 'connection',
    over: 'the connection is not read until half of them are answered',
  },
  /**
   * One client's burst fills Node's own 511. Others' connections then wait for a TCP retry, about a
   * second.
   */
  backlogCount: {
    value: 4_096,
    bounds:
      'connections that the system queues until the server accepts them; fewer if `net.core.somaxconn` is lower',
    scope: 'server',
    over: 'the client’s system retries',
  },
  /** A request for a file takes about a millisecond of the thread. */
  startsPerTurnCount: {
    value: 4,
    bounds: 'requests started in one turn of the event loop',
    scope: 'server',
    over: 'further ones wait for the next turns; clients take turns',
  },
  connectionsPerTurnCount: {
    value: 4,
    bounds:
      'connections resumed in one turn of the event loop, of clients with waiting pipelined requests',
    scope: 'server',
    over: 'further ones wait for the next turns; clients take turns',
  },
  /** One read may bring thousands of short requests, at about 4 KB of memory each. */
  waitingMaxCount: {
    value: 20_000,
    bounds: 'pipelined requests waiting for earlier answers',
    scope: 'server',
    over: 'the connection is closed',
  },
  /** Browsers and proxies do not pipeline. */
  waitingFewCount: {
    value: 64,
    bounds:
      'pipelined requests waiting for earlier answers, of a client whose connections are read',
    scope: 'client',
    over: 'its connections are not read until some are answered; a new one has 15 s for its headers',
  },
  waitingClientMaxCount: {
    value: 5_000,
    bounds: 'pipelined requests waiting for earlier answers',
    scope: 'client',
    over: 'connections that send more are closed',
  },
  /**
   * Each uses a file descriptor and up to 128 KB: bytes read from disk that the client has not
   * received.
   */
  fileAnswersMaxCount: {
    value: 4_000,
    bounds: 'files and parts being sent; fewer if the process may open fewer files (`ulimit -Hn`)',
    scope: 'server',
    over: 'the longest idle one is cut; if none is idle, 503 `SERVER_BUSY`, `Retry-After`',
  },
  /** Enough for a thousand viewers behind one address with a paused film. */
  fileAnswersClientShare: {
    value: 0.25,
    bounds: 'share of these files',
    scope: 'client',
    over: 'its longest idle one is cut; if none is idle, 429 `TOO_MANY_FILES`, `Retry-After`',
  },
  /**
   * A paused film is idle, and keeps its slot while there is room. After a cut, players fetch the
   * rest with a range request.
   */
  fileIdleMs: {
    value: 30_000,
    bounds:
      'milliseconds in which a client reads nothing of a file, before its connection may be cut for another',
    scope: 'request',
    over: 'the connection is cut if there is no room for another file',
  },
  /**
   * A video is a few files and many segments or ranges; a low-latency player makes ten requests a
   * second.
   */
  filesRateFactor: {
    value: 4,
    bounds: 'requests a minute for files, as a multiple of `--rate-limit`',
    scope: 'client',
    over: '429 `RATE_LIMITED`, `Retry-After`',
  },
  liveRateFactor: {
    value: 4,
    bounds: 'requests a minute for live playlists and parts, as a multiple of `--rate-limit`',
    scope: 'client',
    over: '429 `RATE_LIMITED`, `Retry-After`',
  },
  /**
   * Counted separately, so that a busy address does not make a balancer believe that the server is
   * down.
   */
  checksRateFactor: {
    value: 1,
    bounds: 'requests a minute for the checks and preflights, as a multiple of `--rate-limit`',
    scope: 'client',
    over: '429 `RATE_LIMITED`, `Retry-After`',
  },
  /** Enough for a person's typing errors, too few for a program that guesses. */
  wrongTokensPerMinute: {
    value: 10,
    bounds: 'wrong operator’s tokens a minute',
    scope: 'client',
    over: '429 `TOO_MANY_TRIES`, `Retry-After`, for the right token too',
  },
  /** A token and its field name, percent-encoded. */
  formMaxBytes: {
    value: 10_000,
    bounds: 'bytes of the dashboard’s sign-in form',
    scope: 'request',
    over: '400, and the form again',
  },
  formsMaxBytes: {
    value: 1_000_000,
    bounds: 'bytes of all sign-in forms being read',
    scope: 'server',
    over: '400, and the form again',
  },
  rateClientsMaxCount: {
    value: 100_000,
    bounds: 'clients in the table of each rate, at about 150 bytes each',
    scope: 'server',
    over: 'the longest inactive ones are forgotten',
  },
  heldMaxCount: {
    value: 10_000,
    bounds: 'requests waiting for live segments that are not available yet, at about 20 KB each',
    scope: 'server',
    over: '503 `SERVER_BUSY`, `Retry-After`',
  },
  /**
   * A player keeps two requests waiting, so this serves more than a thousand viewers behind one
   * address.
   */
  heldClientMaxCount: {
    value: 4_000,
    bounds: 'requests waiting for live segments that are not available yet',
    scope: 'client',
    over: '429 `TOO_MANY_WAITING`, `Retry-After`',
  },
  /**
   * Three hours of captions are 300 kB. Compressing larger texts would cost more than the bandwidth
   * saved.
   */
  compressMaxBytes: {
    value: 2_000_000,
    bounds: 'bytes of a compressed answer',
    scope: 'request',
    over: 'sent uncompressed',
  },
  /**
   * Programs with chunked bodies send some kilobytes in each chunk; browsers do not send chunked
   * bodies.
   */
  chunkMinBytes: {
    value: 256,
    bounds: 'bytes for each chunk of a chunked body, on average, after the first `chunksFreeCount`',
    scope: 'request',
    over: 'the connection is cut',
  },
  chunksFreeCount: {
    value: 256,
    bounds: 'chunks of any size of a chunked body',
    scope: 'request',
    over: 'the connection is cut if the chunks are smaller than `chunkMinBytes`',
  },
  /** A connection is cut after one read, which takes milliseconds. */
  cutPauseMs: {
    value: 10_000,
    bounds:
      'milliseconds after a cut in which one connection of that client is read in a turn of the event loop',
    scope: 'client',
    over: 'its other connections wait for their turn',
  },
  headersMaxBytes: {
    value: 16_384,
    bounds: 'bytes of request line and headers',
    scope: 'request',
    over: '431 `HEADERS_TOO_LARGE`',
  },
  /**
   * Headers are one or two packets, but Chromium keeps connections that it has opened ahead for 10
   * s.
   */
  headersMs: {
    value: 15_000,
    bounds: 'milliseconds from the first byte of a request to the last of its headers',
    scope: 'request',
    over: '408 `REQUEST_TIMEOUT`',
  },
  /** A batch takes seconds on the slowest network. Node would hold an endless body for 300 s. */
  requestMs: {
    value: 30_000,
    bounds: 'milliseconds from the first byte of a request to the last of its body',
    scope: 'request',
    over: '408 `REQUEST_TIMEOUT`',
  },
  /**
   * A proxy (nginx) keeps idle connections for a minute and must close first: a request sent on a
   * closed connection is lost.
   */
  idleMs: {
    value: 65_000,
    bounds: 'milliseconds in which no request comes',
    scope: 'connection',
    over: 'closed',
  },
} as const satisfies Record<string, CostLimit>;
