import type { Services } from '../../shared/rpc.ts';

/**
 * Rejections that nobody handles stay in the worker, and so does what its own policy refuses. What is thrown there ends it, and its
 * page reports that.
 */
export function watchWorkerErrors({ notice }: Services): void {
  for (const name of ['unhandledrejection', 'securitypolicyviolation'])
    globalThis.addEventListener(name, async (event) => {
      const { describeWorkerEvent } = await import('./describe-worker-event.ts');
      await notice({ type: 'error', error: describeWorkerEvent(event) });
    });
}
