import type { LogEntry } from '../telemetry/log-event.ts';
import type { ProviderLogEntry } from '../telemetry/provider-log.ts';
import type { Consent } from './consent.ts';
import type { DropReason } from './loss-accounting.ts';
import type { ServicesMemo } from './services-memo.ts';

/** Inclusive range of `seq`. */
export type SeqRange = [from: number, to: number];

export type News =
  /** The services have stored these events. Only durable ones survive the services. */
  | { type: 'stored'; ranges: SeqRange[]; isDurable: boolean }
  /** The intake has these events of this document. */
  | { type: 'delivered'; ranges: SeqRange[] }
  /** These events of this document will never arrive, and why. */
  | { type: 'dropped'; reason: DropReason; ranges: SeqRange[] }
  /** The services have applied this consent answer. */
  | { type: 'consent'; consent: Consent }
  /** Whether the embed's server answers the connectivity check. */
  | { type: 'connectivity'; isOnline: boolean }
  /** Whether sending works. `reason` is for people. */
  | { type: 'sending'; state: 'ok' | 'failing'; reason: string }
  /** For the services that start after these; the newest counts. */
  | { type: 'memo'; memo: ServicesMemo }
  /** Entries waiting in the provider's log, and numbers of entries that no longer wait. */
  | { type: 'provider_log'; entries: ProviderLogEntry[]; gone: number[] }
  /** Load and run this bot-detection script; `null`: remove it. */
  | { type: 'bot_detection'; script: string | null }
  /** Fetch this script of an ads provider without running it; `null`: no longer needed. */
  | { type: 'ad_status'; script: string | null };

/**
 * Events for the services, after their start; replays are harmless. Not a call: an answer and a
 * promise for each message would cost the main thread more than the events do. `stored`
 * acknowledges many at once.
 */
export interface LogMessage {
  entries: LogEntry[];
}

/** News from the services to the page, in order. */
export interface NewsMessage {
  news: News[];
}
