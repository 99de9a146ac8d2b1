import type { Services } from '../../shared/rpc.ts';

/** Rejections that nobody handles stay in the worker. What is thrown there ends it, and its page reports that. */
export function watchWorkerErrors({ notice }: Services): void {
  globalThis.addEventListener('unhandledrejection', async (event) => {
    const { reason } = event as PromiseRejectionEvent;
    const { describeThrown } = await import('../../shared/describe-thrown.ts');
    await notice({
      type: 'error',
      error: { source: 'worker_rejection', ...describeThrown(reason), params: {} },
    });
  });
}
