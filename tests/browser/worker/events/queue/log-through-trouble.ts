import { expect, vi } from 'vitest';
import type { DatabaseError } from '../../../../../shared/tools/database-error.ts';
import { createServicesOn } from '../../../../../worker/services/create-services.ts';
import { type Platform, readPlatform } from '../../../../../worker/services/platform.ts';
import { intake } from '../../../intake.ts';
import {
  endServices,
  isBalanced,
  makeEntries,
  newSid,
  type RunningServices,
  runServices,
  seqsFrom,
} from '../../../run-services.ts';

/** Ends the services, and gives the page its own functions back. */
export async function restoreBrowser(): Promise<void> {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await endServices();
}

/** Services in the page that report their storage to the provider. */
export function runTelling(platform: Partial<Platform> = {}): RunningServices {
  // One document in five reports its storage: those whose id begins like this.
  const sid = newSid().replace(/^.{8}/, '00000000');
  return runServices('page', sid, (report) =>
    createServicesOn({ ...readPlatform(), ...platform }, report),
  );
}

/**
 * Flushes, and checks that each event arrived once, that the equation holds, and that the provider
 * has the error.
 */
export async function expectAllArrived(
  { services, config }: RunningServices,
  count: number,
  code: DatabaseError,
): Promise<void> {
  expect(await services.flush()).toMatchObject({ ok: true, value: { queued: 0 } });
  const accounting = await services.accounting();
  expect(accounting).toMatchObject({ created: count, delivered: count, queued: 0 });
  expect(isBalanced(accounting)).toBe(true);
  const { requests, stored } = await intake.state();
  expect(stored.filter((key) => key.startsWith(config.sid))).toHaveLength(count);
  const seqs = requests
    .filter(({ answer, batch }) => answer === 'ok' && batch.sid === config.sid)
    .flatMap(({ batch }) => batch.events.map((event) => event.seq));
  expect(seqs.toSorted((a, b) => a - b)).toEqual(seqsFrom(1, count));
  const { providerEntries } = await intake.wait({ providerEntries: 2 });
  const reported = providerEntries.filter(({ kind }) => kind === 'storage_failed');
  expect(reported.map(({ fields }) => fields.code)).toEqual([code]);
}

/** Logs, fails to send, logs more, so that a queue in memory has events in both states. */
export async function logThroughTrouble({ services }: RunningServices): Promise<void> {
  await intake.mode({ answer: 'status', status: 503 });
  expect(await services.log(makeEntries(3))).toMatchObject({ isDurable: false });
  expect(await services.flush()).toEqual({ ok: true, value: { delivered: 0, queued: 3 } });
  await services.log(makeEntries(2, 4));
  await intake.mode({ answer: 'ok' });
}
