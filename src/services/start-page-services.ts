import { serveServices } from 'offstage:services';
import type { ServicesHost } from './services-host.ts';
import { wrapServices } from './wrap-services.ts';

/**
 * The same services in the page, in a script that comes only when they are needed. They are talked to through a channel all the same: copies,
 * order and failures are then those of the worker, whatever the runtime.
 */
export function startPageServices(): ServicesHost {
  const { port1, port2 } = new MessageChannel();
  const served = serveServices(port2);
  const { services, release } = wrapServices(port1);
  return {
    endpoint: port1,
    services,
    onDeath() {
      // They live and die with the page.
    },
    terminate() {
      port1.close();
      port2.close();
      release();
      // No thread ends here: left alone they would go on sending, beside those that come after them.
      served.dispose().catch(() => undefined);
    },
  };
}
