import type { PageConfig } from '../../../shared/page/page-config.ts';
import { parseConsent } from '../../../shared/rpc/consent.ts';
import { readUserAgent } from '../../intake/read-user-agent.ts';

/** The request for a player page. */
export interface PageRequest {
  method: string;
  /** @returns `undefined` without such a header */
  header(name: string): string | undefined;
}

/**
 * Whether a served page should send events. In doubt it should not: a page that counts and sends
 * nothing looks like a blocker. So only pages in frames of browsers that name the request's
 * destination count, which are also all new enough for the player.
 */
export function expectsEvents(
  { method, header }: PageRequest,
  { args, telemetry, consent }: Pick<PageConfig, 'args' | 'telemetry' | 'consent'>,
): boolean {
  if (method !== 'GET' || header('Sec-Fetch-Dest') !== 'iframe') return false;
  // Some of these pages are never shown.
  const purposes = ['Sec-Purpose', 'Purpose', 'X-Purpose', 'X-Moz'].map((name) => header(name));
  if (purposes.some((purpose) => purpose !== undefined)) return false;
  const answer = args.consent === undefined ? (consent ?? 'granted') : parseConsent(args.consent);
  if (telemetry === false || answer !== 'granted') return false;
  const { browser, device } = readUserAgent(header('User-Agent'));
  return browser !== '' && device !== 'bot';
}
