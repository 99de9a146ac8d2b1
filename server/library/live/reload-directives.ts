import * as z from 'zod';
import type { Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';
import type { ReloadDirectives } from './live-parts.ts';

const count = z
  .string()
  .regex(/^\d{1,12}$/)
  .transform(Number);
const directivesSchema = z.object({ _HLS_msn: z.optional(count), _HLS_part: z.optional(count) });

/**
 * @param query query of a playlist request
 * @returns `null` if the client does not wait
 */
export function readReloadDirectives(
  query: Readonly<Record<string, string>>,
): Result<ReloadDirectives | null, 'BAD_REQUEST'> {
  const parsed = z.safeParse(directivesSchema, query);
  if (!parsed.success) return err('BAD_REQUEST', '_HLS_msn and _HLS_part must be whole numbers.');
  const { _HLS_msn: sequence, _HLS_part: part = null } = parsed.data;
  if (sequence !== undefined) return ok({ sequence, part });
  return part === null ? ok(null) : err('BAD_REQUEST', '_HLS_part needs _HLS_msn.');
}
