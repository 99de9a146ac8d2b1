import posthog from 'posthog-js';
import { collector } from './collector.js';

// Batching and compression as they are by default. Off: everything that captures by itself, and what asks the server for
// configuration, because the collector is not PostHog. Raised: the limit of 10 events a second (burst 100), which would drop
// nearly everything; its filter of headless browsers would drop the rest.
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
