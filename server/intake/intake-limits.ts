import { batchLimits } from '../../shared/limits/batch-limits.ts';
import type { CostLimit } from '../http/cost-limit.ts';

/**
 * Limits on the cost of request bodies: memory while they are read, time on the only thread, and
 * room in the store.
 */
export const intakeCostLimits = {
  inFlightBytes: {
    value: 64_000_000,
    bounds: 'bytes of request bodies in memory, compressed and unpacked, until they are answered',
    scope: 'server',
    over: '503 `SERVER_BUSY`, `Retry-After`, for the client with the largest share whose body is still arriving, else for the new request',
  },
  inFlightClientBytes: {
    value: 32_000_000,
    bounds: 'bytes of request bodies in memory, compressed and unpacked, until they are answered',
    scope: 'client',
    over: '503 `SERVER_BUSY`, `Retry-After`',
  },
  /** Players send plain text if gzip would exceed this ratio. */
  unpackRatio: {
    value: batchLimits.gzipMaxRatio,
    bounds:
      'unpacked bytes for each byte of a gzipped body that unpacks to more than `unpackFreeBytes`',
    scope: 'request',
    over: '413 `UNPACKED_TOO_LARGE`',
  },
  /**
   * Room for any event in UTF-8, so that a batch split in halves always ends in requests that fit.
   */
  unpackFreeBytes: {
    value: batchLimits.gzipFreeChars * 3,
    bounds: 'unpacked bytes that any gzipped body may have, regardless of its ratio',
    scope: 'request',
    over: '413 `UNPACKED_TOO_LARGE` if the ratio is over `unpackRatio`',
  },
  unpackingCount: {
    value: 2,
    bounds: 'bodies unpacked at the same time',
    scope: 'server',
    over: 'waits for its turn; clients take turns',
  },
  waitingClientCount: {
    value: 64,
    bounds: 'bodies waiting to be unpacked or parsed',
    scope: 'client',
    over: '503 `SERVER_BUSY`, `Retry-After`',
  },
  waitingCount: {
    value: 1_000,
    bounds: 'bodies waiting to be unpacked or parsed',
    scope: 'server',
    over: '503 `SERVER_BUSY`, `Retry-After`',
  },
  /**
   * A turn of 100,000 bytes takes a few milliseconds; other requests are answered between two
   * turns.
   */
  turnBytes: {
    value: 100_000,
    bounds: 'bytes of bodies parsed in one turn of the event loop, but at least one body',
    scope: 'server',
    over: 'waits for its turn; clients take turns',
  },
  /**
   * Parsing this number of values takes 3 to 25 ms; different names cost most. A single event has
   * at most 33,000.
   */
  bodyValuesCount: {
    value: 50_000,
    bounds: 'JSON values of a body, without those of individually rejected events',
    scope: 'request',
    over: '413 `TOO_COMPLEX`',
  },
  /** A more deeply nested event is refused alone; the batch's other events are kept. */
  jsonDepth: {
    value: 100,
    bounds: 'levels of nested JSON arrays and objects',
    scope: 'request',
    over: '413 `TOO_COMPLEX`; an event of a batch is listed in `rejections`',
  },
  /**
   * 120 MB by default: a school of 2,000 viewers who each send the maximum while a video begins.
   */
  receivedBytesPerRequest: {
    value: 4_000,
    bounds: 'unpacked bytes a minute, for each request that `--rate-limit` allows',
    scope: 'client',
    over: '429 `RATE_LIMITED`, `Retry-After`',
  },
  /** A receipt reads up to `intakeLimits.receiptScanCount` rows, in about 15 ms. */
  receiptBytes: {
    value: 20_000,
    bounds: 'bytes counted for each receipt',
    scope: 'client',
    over: 'counts as received bytes',
  },
  storedBytesPerRequest: {
    value: 4_000,
    bounds:
      'stored bytes a minute, `rowBytes` for each row included, for each request that `--rate-limit` allows',
    scope: 'client',
    over: '429 `RATE_LIMITED`, `Retry-After`',
  },
  /** Lets a strict `--rate-limit` still accept the largest bodies. */
  bytesPerMinuteFloor: {
    value: 10_000_000,
    bounds: 'bytes a minute, received or stored, that `--rate-limit` always leaves',
    scope: 'client',
    over: '429 `RATE_LIMITED`, `Retry-After`',
  },
  /**
   * Keys, counters and indexes of a row of `events`, `clients`, `documents`, `playbacks`,
   * `rejections` or `provider_log`.
   */
  rowBytes: {
    value: 200,
    bounds: 'bytes counted for each row besides its texts',
    scope: 'client',
    over: 'counts as stored bytes',
  },
  /** Its row, its change, and the hours and days of its video, page, browser and version. */
  playbackRowsCount: {
    value: 10,
    bounds: 'rows counted for each event that begins or sums up a playback, besides its own',
    scope: 'client',
    over: 'counts as stored bytes',
  },
  /** Its row and the indexes: an invented playback is a viewing too. */
  viewingRowsCount: {
    value: 2,
    bounds:
      'rows counted for each event that begins a playback or says what was watched, besides its own',
    scope: 'client',
    over: 'counts as stored bytes',
  },
  /**
   * A document sends at most five. Each is compared with the known errors, and so costs more than a
   * row.
   */
  errorReportBytes: {
    value: 20_000,
    bounds: 'bytes counted for each error report besides its texts',
    scope: 'client',
    over: 'counts as stored bytes',
  },
} as const satisfies Record<string, CostLimit>;
