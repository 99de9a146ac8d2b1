import posthog from 'posthog-js';
import { collector } from './collector.js';

// Default batching and compression. Off: automatic capturing, and requests for configuration,
// because the collector is not PostHog. Raised: the limit of 10 events a second (burst 100), which
// would drop almost everything. Its filter of headless browsers would drop the rest.
posthog.init('phc_bench', {
  api_host: collector,
  persistence: 'localStorage+cookie',
  autocapture: false,
  capture_pageview: false,
  capture_pageleave: false,
  capture_performance: false,
  capture_heatmaps: false,
  capture_dead_clicks: false,
  capture_exceptions: false,
  disable_session_recording: true,
  disable_surveys: true,
  disable_web_experiments: true,
  disable_external_dependency_loading: true,
  advanced_disable_flags: true,
  opt_out_useragent_filter: true,
  rate_limiting: { events_per_second: 1_000_000, events_burst_limit: 1_000_000 },
});
window.benchLog = (name, payload) => posthog.capture(name, payload);
