import { Hono } from 'hono';
import type { ServerEnv } from '../../http/server-env.ts';
import type { AdmitDeps } from '../telemetry/admit-operator.ts';
import { requireOperator } from '../telemetry/require-operator.ts';
import type { Metrics } from './create-metrics.ts';

export interface MetricsDeps extends AdmitDeps {
  metrics: Metrics;
  /** Whether the metrics are public, instead of the operator's alone. */
  areMetricsOpen: boolean;
}

/** `GET /metrics`, in Prometheus' text format. */
export function createMetricsRoutes(deps: MetricsDeps): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();
  if (!deps.areMetricsOpen) routes.use('/metrics', requireOperator(deps));
  routes.get('/metrics', async (context) =>
    context.body(await deps.metrics.read(), 200, {
      'Content-Type': deps.metrics.contentType,
      'Cache-Control': 'no-store',
    }),
  );
  return routes;
}
