import type { ClientError } from '../../shared/client-error.ts';
import { collectorLimits } from '../../shared/limits.ts';

/** Tells what nobody caught, and what the page's policy has refused. The script that reads an error comes with the first one; until then errors wait. */
export function watchErrors(tell: (error: ClientError) => void, signal: AbortSignal): void {
  let count = 0;
  const take = async (event: Event) => {
    if (count++ >= collectorLimits.errorsCount) return;
    // A script that does not come is itself an error that nobody catches: asking for one more would go on for ever.
    const { describeEvent } = await import('./describe-event.ts').catch(() => ({
      describeEvent: quote,
    }));
    tell(describeEvent(event));
  };
  for (const name of ['error', 'unhandledrejection', 'securitypolicyviolation'])
    addEventListener(name, take, { signal });
}

/** The least that there is to say. */
function quote(event: Event): ClientError {
  const { message, reason } = event as Partial<ErrorEvent & PromiseRejectionEvent>;
  return {
    source: 'page',
    type: 'Error',
    message: String(message ?? reason ?? event.type),
    stack: '',
    params: {},
  };
}
