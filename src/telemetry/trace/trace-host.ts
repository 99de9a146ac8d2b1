import { alignSpans, type SpansMessage } from '../../../shared/telemetry/trace-span.ts';
import tracedWorkerUrl from '../../../worker/trace/traced-main.ts?worker&url';
import type { ServicesHost } from '../../services/services-host.ts';
import { keepSpans } from './kept-spans.ts';
import { recordSpan } from './record-span.ts';

/** Returns the URL of a traced worker that runs the services. @param workerUrl absolute */
export function tracedUrl(workerUrl: string): string {
  return `${new URL(tracedWorkerUrl, import.meta.url).href}#${encodeURIComponent(workerUrl)}`;
}

/** A message between page and services, as far as it is read. */
interface Carried {
  id?: string;
  type?: string;
  path?: string[];
  entries?: unknown[];
  news?: { type: string }[];
}

/**
 * Records calls over the endpoint until they are answered, and collects the spans of the other
 * thread.
 */
export function traceHost(host: ServicesHost): void {
  const { endpoint } = host;
  const open = new Map<string, { method: string; startMs: number }>();
  const { postMessage } = endpoint;
  endpoint.postMessage = (message: Carried, transfer) => {
    const startMs = performance.now();
    postMessage.call(endpoint, message, transfer);
    const { id, type, path, entries } = message;
    if (entries !== undefined)
      recordSpan('services client', 'hand over events', startMs, [
        ['events', String(entries.length)],
      ]);
    if (id !== undefined && type === 'APPLY')
      open.set(id, { method: path?.join('.') ?? '', startMs });
  };
  endpoint.addEventListener('message', (event) => {
    const { data } = event as MessageEvent<Carried & Partial<SpansMessage>>;
    const { id, news, spans, timeOriginMs } = data;
    if (spans !== undefined && timeOriginMs !== undefined)
      keepSpans(alignSpans({ spans, timeOriginMs }, performance.timeOrigin));
    if (news !== undefined)
      recordSpan('services client', 'receive news', performance.now(), [
        ['news', news.map(({ type }) => type).join(', ')],
      ]);
    const call = id === undefined ? undefined : open.get(id);
    if (id === undefined || call === undefined) return;
    open.delete(id);
    recordSpan('services client', call.method, call.startMs);
  });
}
