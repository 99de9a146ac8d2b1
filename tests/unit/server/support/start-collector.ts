import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { untilPasses } from '../../../support/until.ts';

const collectorFile = fileURLToPath(new URL('elastic-collector.js', import.meta.url));

export interface ReceivedResource {
  resource: { attributes: Readonly<Record<string, unknown>> };
}

/** A metric in OTLP’s JSON, with attributes as an object. */
export interface ReceivedMetric {
  name: string;
  unit?: string;
  description: string;
  sum?: { dataPoints: ReceivedPoint[]; aggregationTemporality: number; isMonotonic: boolean };
  gauge?: { dataPoints: ReceivedPoint[] };
  histogram?: { dataPoints: ReceivedPoint[]; aggregationTemporality: number };
}

export interface ReceivedPoint {
  attributes: Readonly<Record<string, unknown>>;
  startTimeUnixNano: string;
  timeUnixNano: string;
  asDouble?: number;
  count?: string;
  sum?: number;
  bucketCounts?: string[];
  explicitBounds?: number[];
}

export interface ReceivedRecord {
  severityText: string;
  body: unknown;
  attributes: Readonly<Record<string, unknown>>;
}

type Message = {
  url?: string;
  request?: { path: string; headers: Readonly<Record<string, string>> };
  metrics?: {
    resourceMetrics: (ReceivedResource & { scopeMetrics: { metrics: ReceivedMetric[] }[] })[];
  };
  logs?: { resourceLogs: (ReceivedResource & { scopeLogs: { logRecords: ReceivedRecord[] }[] })[] };
};

export interface Collector {
  url: string;
  requests: NonNullable<Message['request']>[];
  /** Each export of metrics. */
  exports: ReceivedMetric[][];
  records: ReceivedRecord[];
  resources: ReceivedResource['resource'][];
}

/** A collector in a process of its own, until the end of the test. */
export async function startCollector(port = 0): Promise<Collector> {
  const child = fork(collectorFile, [String(port)], { execArgv: [] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const collector: Collector = { url: '', requests: [], exports: [], records: [], resources: [] };
  child.on('message', ({ url, request, metrics, logs }: Message) => {
    if (url !== undefined) collector.url = url;
    if (request !== undefined) collector.requests.push(request);
    for (const { resource, scopeMetrics } of metrics?.resourceMetrics ?? []) {
      collector.resources.push(resource);
      collector.exports.push(scopeMetrics.flatMap((scope) => scope.metrics));
    }
    for (const { resource, scopeLogs } of logs?.resourceLogs ?? []) {
      collector.resources.push(resource);
      collector.records.push(...scopeLogs.flatMap((scope) => scope.logRecords));
    }
  });
  const ended = once(child, 'exit').then(() => {
    throw new Error('The collector ended.');
  });
  ended.catch(() => {});
  await Promise.race([untilPasses(() => new URL(collector.url)), ended]);
  return collector;
}
