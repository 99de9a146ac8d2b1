import { initializeFaro } from '@grafana/faro-web-sdk';
import { collector } from './collector.js';

// Batching as it is by default. Off: all instrumentations. Its attributes are strings.
const faro = initializeFaro({
  url: `${collector}/collect`,
  app: { name: 'bench', version: '1.0.0' },
  instrumentations: [],
});
window.benchLog = (name, payload) =>
  faro.api.pushEvent(
    name,
    Object.fromEntries(Object.entries(payload).map(([key, value]) => [key, String(value)])),
    'bench',
    // By default an event like the one before is left out.
    { skipDedupe: true },
  );
