/** The bridge, as far as reports need it. */
export interface ReportHost {
  /** Does nothing for a host that has not subscribed. */
  tell(event: 'onPerformanceReport', read: () => unknown): void;
  /** Messages that the host got. */
  sentCount: number;
}
