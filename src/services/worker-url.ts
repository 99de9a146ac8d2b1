import workerUrl from '../../worker/main.ts?worker&url';

/** Absolute: a blob worker has no base to resolve it against. */
export const servicesWorkerUrl = new URL(workerUrl, import.meta.url).href;
