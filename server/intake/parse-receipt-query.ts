import * as z from 'zod';
import { batchLimits } from '../../shared/limits/batch-limits.ts';
import { seqSchema, sidSchema } from '../../shared/telemetry/log-batch.ts';
import type { Result } from '../../shared/tools/result.ts';
import { err, ok } from '../../shared/tools/result.ts';

/** @returns `BAD_SID` or `BAD_FROM` for a malformed document id or first event number */
export function parseReceiptQuery(
  query: Readonly<Record<string, string>>,
): Result<{ sid: string; from: number }, 'BAD_SID' | 'BAD_FROM'> {
  const sid = z.safeParse(sidSchema, query.sid);
  if (!sid.success)
    return err(
      'BAD_SID',
      '"sid" must be the id of a document: 16 to 64 letters, digits, "_" and "-".',
    );
  // `Number` alone would also accept 1e3, 0x10 and spaces.
  const from = z.safeParse(seqSchema, /^\d+$/.test(query.from ?? '') ? Number(query.from) : null);
  if (!from.success)
    return err(
      'BAD_FROM',
      `"from" must be the first event number to report: a whole number from 1 to ${batchLimits.seqMax}.`,
    );
  return ok({ sid: sid.data, from: from.data });
}
