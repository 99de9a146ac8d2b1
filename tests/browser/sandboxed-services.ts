import { expose } from 'comlink';
import { createServicesOn } from '../../worker/create-services.ts';
import { readPlatform } from '../../worker/platform.ts';

// Runs in a frame without an origin: the same services, in the sample of those that tell of their storage.
addEventListener(
  'message',
  ({ ports: [port] }) => port && expose(createServicesOn({ ...readPlatform(), random: () => 0 }), port),
  { once: true },
);
parent.postMessage('ready', '*');
