import { createServicesOn } from '../../worker/create-services.ts';
import { readPlatform } from '../../worker/platform.ts';
import { serveServices } from '../../worker/serve-services.ts';

// Runs in a frame without an origin: the same services.
addEventListener(
  'message',
  ({ ports: [port] }) =>
    port && serveServices(port, (tell) => createServicesOn(readPlatform(), tell)),
  { once: true },
);
parent.postMessage('ready', '*');
