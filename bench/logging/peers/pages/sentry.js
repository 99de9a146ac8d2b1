import * as Sentry from '@sentry/browser';
import { collector } from './collector.js';

// Structured logs as in the documentation. Off: the default integrations (errors, breadcrumbs,
// sessions), tracing and replay.
Sentry.init({
  dsn: collector.replace('://', '://bench@').concat('/1'),
  enableLogs: true,
  defaultIntegrations: false,
  sendClientReports: false,
});
window.benchLog = (name, payload) => Sentry.logger.info(name, payload);
