/** HTTP: requests and answers */
export const answerLimits = {
  /**
   * design: an `Accept-Language` header; viewers list a few languages, and sorting thousands would
   * be expensive.
   */
  acceptLanguageMaxChars: 1_000,
  /**
   * design: host of an address; a domain name has up to 253 characters, besides a login and a port.
   */
  authorityMaxChars: 300,
  /** design: smaller answers are not compressed; they fit into a packet or two. */
  compressMinBytes: 1_024,
  /** design: `Retry-After` for a brief shortage, such as a lock or memory. */
  shortRetryAfterSec: 1,
  /** design: the same for a database that starts or fails over. */
  awayRetryAfterSec: 5,
  /** design: the same for a disk that the operator must clear. */
  operatorRetryAfterSec: 60,
  /** design: how long browsers may keep the answer to a preflight. */
  preflightSec: 86_400,
  /** design: refused origins in the log, because clients can invent any number. */
  loggedOriginsCount: 100,
  /**
   * design: turns by which work with priority delays the next start of a client; occasional starts
   * keep the client’s work going, even if the other work never ends.
   */
  yieldMaxCount: 128,
  /** design: wait when all slots for files are taken; one soon becomes free. */
  fileRetryMs: 1_000,
  /** design: quotes up to this far are found by a loop, because `indexOf` has a fixed cost. */
  nearChars: 32,
} as const;

/** HTTP: sockets and descriptors */
export const socketLimits = {
  /**
   * design: turns of the event loop in which a closed listener’s received data is read; the first
   * may be partly over.
   */
  turnsToReadCount: 2,
  /** design: attempts to find a free port, which may be taken on another loopback address. */
  freePortCount: 10,
  /** design: interval of checks of the time limits of connections. */
  checkEveryMs: 5_000,
  /** design: descriptors for the store, the library, the log and the threads. */
  reservedCount: 256,
  /** design: a process with few descriptors reserves this share of them. */
  reservedShare: 0.25,
  /** design: share of the other descriptors for answers with files. */
  filesShare: 0.25,
} as const;

/** HTTP: how long caches keep answers */
export const cachingLimits = {
  /** design: a name with a content hash never gets other content; a year counts as for ever. */
  hashedSec: 31_536_000,
  /** design: a file may be replaced under its name. */
  fileSec: 3_600,
  /**
   * design: scripts and styles that pages name for years. A new build arrives within minutes, and
   * busy pages do not revalidate each time.
   */
  stableSec: 300,
  /** design: a part of a live stream, which clients soon stop requesting. */
  livePartSec: 60,
  /** design: HTTPS only (HSTS): a year, which browsers’ preload lists require. */
  httpsOnlySec: 31_536_000,
} as const;
