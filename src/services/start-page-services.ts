import { serveServices } from 'offstage:services';
import type { ServicesHost } from './services-host.ts';
import { wrapServices } from './wrap-services.ts';

/**
 * Runs the services on the page, from a chunk that loads only when needed. They still use a message
 * channel, so that copies, order and failures are the same as in a worker.
 */
export function startPageServices(): ServicesHost {
  const { port1, port2 } = new MessageChannel();
  const served = serveServices(port2);
  const { services, release } = wrapServices(port1);
  return {
    endpoint: port1,
    services,
    onDeath() {
      // They end with the page.
    },
    terminate() {
      port1.close();
      port2.close();
      release();
      // No thread ends here: without this they would keep sending, beside their successors.
      served.dispose().catch(() => undefined);
    },
  };
}
