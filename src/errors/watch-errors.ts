import type { ClientError } from '../../shared/client-error.ts';
import { collectorLimits } from '../../shared/limits.ts';

/** Tells what nobody caught. The script that reads an error comes with the first one; until then errors wait. */
export function watchErrors(tell: (error: ClientError) => void, signal: AbortSignal): void {
  let count = 0;
  const take = async (event: Event) => {
    if (count++ < collectorLimits.errorsCount)
      tell((await import('./describe-event.ts')).describeEvent(event));
  };
  for (const name of ['error', 'unhandledrejection']) addEventListener(name, take, { signal });
}
