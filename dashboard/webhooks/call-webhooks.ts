import * as z from 'zod/mini';
import { type Delivery, deliverySchema } from '../../shared/telemetry/webhook-delivery.ts';

/** Maximum number of deliveries shown; the newest win. */
const shownCount = 200;

export type Deliveries =
  | { status: 'listed'; deliveries: Delivery[] }
  /** The server has no receivers. */
  | { status: 'off' }
  | { status: 'failed'; problem: string };

const failed = (problem: string) => ({ status: 'failed', problem }) as const;
const silent = 'The server does not answer.';

/** @returns the newest deliveries first. Never throws */
export async function loadDeliveries(): Promise<Deliveries> {
  try {
    const reply = await fetch(`webhooks?last=${shownCount}`);
    if (reply.status === 204) return { status: 'off' };
    if (reply.status === 401) return failed('You are signed out. Reload the page to sign in.');
    if (!reply.ok) return failed(`The server answered ${reply.status}.`);
    const lines = (await reply.text()).split('\n').filter((line) => line !== '');
    const deliveries = lines.map((line) => z.safeParse(deliverySchema, JSON.parse(line)));
    if (deliveries.every((one) => one.success))
      return { status: 'listed', deliveries: deliveries.map(({ data }) => data) };
    return failed('The server has another version. Reload the page.');
  } catch {
    return failed(silent);
  }
}

/**
 * Asks the server to send a message.
 * @param path `test`, or `replay?id=ID`
 * @returns a sentence if it has not been sent. Never throws
 */
export async function sendMessage(path: string): Promise<string | null> {
  try {
    const reply = await fetch(`webhooks/${path}`, { method: 'POST' });
    return reply.ok ? null : `The server answered ${reply.status}, and has sent nothing.`;
  } catch {
    return silent;
  }
}
