/** Options of the server */
export const optionLimits = {
  /** design: `--api-key`, which travels in addresses. */
  apiKeyMaxChars: 500,
  /** design: `--signing-key`. */
  signingKeyMaxChars: 1_000,
  /** design: `--signed-media-life`; slow starts must still reach their files. */
  signedMediaMinSec: 5,
  /** design: the same at most; no signature may outlive the day. */
  signedMediaMaxSec: 86_400,
  /** design: a generated secret. */
  secretBytes: 24,
  /** design: `--brand`; the page config holds it, and its schema allows this length. */
  brandMaxChars: 100,
  /** design: an address in an option; players refuse longer ones. */
  urlMaxChars: 2_000,
  /** design: characters of the names' common beginning in a bucket (`--parquet`). */
  prefixMaxChars: 200,
  /** design: the longest origin that a page config can hold. */
  originMaxChars: 100,
  /** design: receivers of `--webhook`; each is sent everything. */
  webhooksMaxCount: 5,
  /** design: experiments at a time; the reports compare this number of an embed. */
  experimentsMaxCount: 5,
  /** design: the name of an experiment. */
  experimentNameMaxChars: 40,
  /** design: names of `--dimension`; each has a column and an index in the store. */
  dimensionsMaxCount: 3,
  /** design: such a name; it is a label of the dashboard. */
  dimensionMaxChars: 24,
  /** design: the highest budget of `--budget`; more is most likely a mistake. */
  budgetMax: 1_000_000_000,
  /** design: `--drain-ms`; a longer time is most likely a mistake. */
  drainMaxMs: 600_000,
  /**
   * design: `--keep-days`. Players resend unsent events for 30 days; events that are resent after
   * their document has been deleted would be stored twice.
   */
  keepDaysMin: 31,
  /** design: `--inbox-days` at most, which is ten years; 0 keeps all events without a limit. */
  inboxDaysMax: 3_650,
};
