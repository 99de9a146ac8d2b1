/** The part of the bridge that reports need. */
export interface ReportHost {
  /** Does nothing if the host has not subscribed. */
  notify(event: 'onPerformanceReport', read: () => unknown): void;
  /** Number of messages sent to the host. */
  sentCount: number;
}
