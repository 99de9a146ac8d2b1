import { expectPublished } from './expect-published.ts';

/** The name under which the server publishes the schema of an answer. */
const answerSchemas: Readonly<Record<string, string>> = {
  '/telemetry/summary': 'telemetry-summary',
  '/telemetry/qoe': 'telemetry-qoe',
  '/telemetry/report': 'telemetry-report',
  '/telemetry/cost': 'telemetry-cost',
  '/telemetry/audience': 'telemetry-audience',
  '/telemetry/experiments': 'telemetry-experiments',
};

/**
 * @returns the figures of an answer, or why there are none. It must match its published schema
 * exactly
 */
export async function readFigures(url: string) {
  const { pathname } = new URL(url);
  const schema = answerSchemas[pathname];
  if (schema === undefined) throw new Error(`${pathname} answers no figures.`);
  const response = await fetch(url);
  const figures = await response.json();
  expectPublished(response.ok ? schema : 'error', figures);
  return figures;
}
