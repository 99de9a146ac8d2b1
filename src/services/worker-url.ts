import workerUrl from '../../worker/main.ts?worker&url';

/** Absolute, because a blob worker has no base URL. */
export const servicesWorkerUrl = new URL(workerUrl, import.meta.url).href;
