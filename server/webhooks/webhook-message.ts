import type { Retreat } from '../../shared/telemetry/experiment-report.ts';

interface BudgetFacts {
  measure: string;
  limit: number;
  p75: number;
  embeds: number;
  spanMs: number;
}

/** Data of each type of message. `docs/self-hosting/webhooks.md` documents them. */
export interface WebhookFacts {
  /** A video can be played that could not be before. */
  'video.ready': { videoId: string; title: string };
  'video.removed': { videoId: string };
  /** A stream has begun to arrive, or has ended. */
  'live.started': { videoId: string; title: string };
  'live.ended': { videoId: string };
  /** Refusals, such as those of private videos, are no failures. */
  'failures.high': { percent: number; failures: number; playbacks: number; spanMs: number };
  'failures.normal': { percent: number; failures: number; playbacks: number; spanMs: number };
  /** The 75th percentile of measured embeds against a budget of `--budget`. */
  'budget.exceeded': BudgetFacts;
  'budget.met': BudgetFacts;
  'store.away': { code: string; message: string };
  'store.back': Record<string, never>;
  'disk.low': { directory: string; freeBytes: number; totalBytes: number };
  'disk.normal': { directory: string; freeBytes: number; totalBytes: number };
  /** A limit of `--retreat` has ended it. */
  'experiment.ended': { experiment: string } & Retreat;
  /** Sent by `POST /telemetry/webhooks/test`. */
  'webhook.test': Record<string, never>;
}

type WebhookType = keyof WebhookFacts;

/** Something to report, before it has an id. */
export type WebhookNews = {
  [Type in WebhookType]: { type: Type; data: WebhookFacts[Type] };
}[WebhookType];

/** A message as it is sent. */
export interface WebhookMessage {
  row: number;
  /** Unique; the same in each attempt and replay. */
  id: string;
  type: string;
  /** Unix milliseconds. */
  createdMs: number;
  /** JSON: `{ type, timestamp, data }`. */
  body: string;
}

/** @param createdMs Unix milliseconds */
export function bodyOf({ type, data }: WebhookNews, createdMs: number): string {
  return JSON.stringify({ type, timestamp: new Date(createdMs).toISOString(), data });
}
