/** Embedding and private videos */
export const guardLimits = {
  /**
   * design: a pattern of `--embed-domains`: the longest DNS name with a scheme, a wildcard and a
   * port.
   */
  domainMaxChars: 280,
  /**
   * design: the key that signs URLs; as long as a signature, so that guessing the key is no easier.
   */
  signingKeyMinChars: 32,
  /**
   * design: how long a page may request videos with restricted embedding from the API; a page open
   * for longer must be reloaded.
   */
  passLifeSec: 86_400,
  /**
   * design: signed addresses stay the same for this fraction of their life, so that caches can use
   * them.
   */
  addressStepsCount: 4,
  /** design: names of files that are added before other requests get a turn. */
  namesPerTurnCount: 20_000,
  /** design: a JSON file of the media directory; with 1,000 chapters it has up to 500 kB. */
  sidecarMaxBytes: 1_000_000,
  /** design: an HLS playlist or an MPD; a day of one-second segments has about 10 MB. */
  manifestMaxBytes: 32_000_000,
  /** design: links resolved at a time. */
  openCount: 8,
};
