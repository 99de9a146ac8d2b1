/** One logger, or a page without one. */
export interface Lane {
  id: string;
  title: string;
  /** `ours`: the real embed page. `peer`: a page of `peers/pages` by the lane's id. */
  kind: 'ours' | 'peer';
  /** Logs nothing: its figures are subtracted from those of its kind's other lanes. */
  isBaseline: boolean;
  /** Its configuration, for the reader of the report. */
  settings: string;
  /** Query of the embed page. */
  query?: string;
}

const ourSettings =
  'The built embed page, served by the real server; a video is cued and does not play. `window.offstage.log(name, payload, { tier: "dispatch_to_empty" })`: the tier that leaves after 10 s, or when 1,000 wait, until nothing waits; the tier `default` would send one batch of 100 in 10 s.';

export const lanes: readonly Lane[] = [
  {
    id: 'blank',
    title: 'no logging',
    kind: 'peer',
    isBaseline: true,
    settings: 'A page that does the same tasks and logs nothing; subtracted from the peers.',
  },
  {
    id: 'embed',
    title: 'embed, no logging',
    kind: 'ours',
    isBaseline: true,
    settings: 'The embed page doing the same tasks without logging; subtracted from both of ours.',
    query: 'runtime=worker',
  },
  {
    id: 'ours',
    title: 'Offstage',
    kind: 'ours',
    isBaseline: false,
    settings: `${ourSettings} runtime=worker.`,
    query: 'runtime=worker',
  },
  {
    id: 'ours-main',
    title: 'Offstage in the page',
    kind: 'ours',
    isBaseline: false,
    settings: `${ourSettings} runtime=main: the same services on the main thread, the fallback where no worker runs.`,
    query: 'runtime=main',
  },
  {
    id: 'opentelemetry',
    title: 'OpenTelemetry',
    kind: 'peer',
    isBaseline: false,
    settings:
      '@opentelemetry/sdk-logs with BatchLogRecordProcessor (its defaults: 512 a batch, every second, a queue of 2,048) and the OTLP/HTTP exporter (JSON).',
  },
  {
    id: 'sentry',
    title: 'Sentry logs',
    kind: 'peer',
    isBaseline: false,
    settings: '@sentry/browser, `logger.info` with attributes; default integrations off.',
  },
  {
    id: 'faro',
    title: 'Grafana Faro',
    kind: 'peer',
    isBaseline: false,
    settings:
      '@grafana/faro-web-sdk, `pushEvent`; default batching (50 or 250 ms), instrumentations off, every event sent though it is like the one before.',
  },
  {
    id: 'datadog',
    title: 'Datadog logs',
    kind: 'peer',
    isBaseline: false,
    settings:
      '@datadog/browser-logs, `logger.info`; intake behind a proxy, forwarding of errors and console off, its own telemetry off.',
  },
  {
    id: 'mux',
    title: 'mux-embed',
    kind: 'peer',
    isBaseline: false,
    settings:
      'mux-embed driven as a player integration does; the event goes as `renditionchange` with custom dimensions, because it sends only events that it knows.',
  },
  {
    id: 'posthog',
    title: 'PostHog',
    kind: 'peer',
    isBaseline: false,
    settings:
      'posthog-js, `capture`; batching and gzip as by default; autocapture, replay, surveys and flags off; its limit of 10 events a second raised, which would have dropped nearly all.',
  },
];

export const loggingLanes = lanes.filter((lane) => !lane.isBaseline);
/** Pages of `peers/pages`. */
export const peerNames = lanes.filter((lane) => lane.kind === 'peer').map((lane) => lane.id);
