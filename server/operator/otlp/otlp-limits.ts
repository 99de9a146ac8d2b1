/** Export of metrics and log (OTLP) */
export const otlpLimits = {
  /** OpenTelemetry, `OTEL_METRIC_EXPORT_INTERVAL`: interval of exports of the metrics. */
  metricsEveryMs: 60_000,
  /** design: how long a record of the log waits for others before they are exported. */
  logEveryMs: 5_000,
  /** OpenTelemetry, `OTEL_BLRP_MAX_EXPORT_BATCH_SIZE`: records of the log in one export. */
  batchMaxCount: 512,
  /**
   * OpenTelemetry, `OTEL_BLRP_MAX_QUEUE_SIZE`: records of the log that are not exported yet, those
   * on their way included; more are dropped.
   */
  waitingMaxCount: 2_048,
  /** design: characters of a text in a record, such as an error's stack. */
  textMaxChars: 4_000,
  /** OpenTelemetry, `OTEL_EXPORTER_OTLP_TIMEOUT`: time for an export and its repetitions. */
  exportMs: 10_000,
  /** design: after this time an export has failed, even if the collector still sends an answer. */
  endMs: 15_000,
  /** design: exports of a kind that may be on their way, when collectors never end an answer. */
  openMaxCount: 4,
  /**
   * design: exports must have succeeded for this long before the server says that they work again.
   * So a collector that fails now and then costs two sentences in this time at most.
   */
  steadyMs: 300_000,
  /**
   * design: when the server stops, its last export of metrics may take this long, and that of the
   * log as long again.
   */
  stopMs: 2_000,
} as const;
