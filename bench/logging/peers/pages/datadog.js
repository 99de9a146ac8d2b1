import { datadogLogs } from '@datadog/browser-logs';
import { collector } from './collector.js';

// As in its README, with the intake behind a proxy. Off: forwarding of errors, telemetry about
// itself. Its session is in localStorage: without https, a frame on another site gets no cookie.
// Without a session it logs nothing.
datadogLogs.init({
  clientToken: 'pub00000000000000000000000000000000',
  site: 'datadoghq.com',
  proxy: `${collector}/datadog`,
  service: 'bench',
  forwardErrorsToLogs: false,
  sessionPersistence: ['cookie', 'local-storage'],
  sessionSampleRate: 100,
  telemetrySampleRate: 0,
});

let count = 0;
window.benchLog = (name, payload) => {
  count += 1;
  // It drops logs beyond 3,000 of one level in a minute.
  if (count % 2 === 0) datadogLogs.logger.info(name, payload);
  else datadogLogs.logger.debug(name, payload);
};
