import type { Services } from '../../../shared/rpc/rpc.ts';

/**
 * Reports unhandled rejections and policy violations, which stay in the worker. An uncaught
 * exception ends the worker, and the page reports that.
 */
export function watchWorkerErrors({ notice }: Services): void {
  for (const name of ['unhandledrejection', 'securitypolicyviolation'])
    globalThis.addEventListener(name, async (event) => {
      const { describeWorkerEvent } = await import('./describe-worker-event.ts');
      await notice({ type: 'error', error: describeWorkerEvent(event) });
    });
}
