import { createServicesOn } from '../../worker/services/create-services.ts';
import { readPlatform } from '../../worker/services/platform.ts';
import { serveServices } from '../../worker/services/serve-services.ts';

// Runs in a frame without an origin: the same services.
addEventListener(
  'message',
  ({ ports: [port] }) =>
    port && serveServices(port, (report) => createServicesOn(readPlatform(), report)),
  { once: true },
);
parent.postMessage('ready', '*');
