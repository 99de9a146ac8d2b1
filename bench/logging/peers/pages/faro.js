import { initializeFaro } from '@grafana/faro-web-sdk';
import { collector } from './collector.js';

// Default batching. Off: all instrumentations. Its attributes are strings.
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
    // By default it drops an event that equals the previous one.
    { skipDedupe: true },
  );
