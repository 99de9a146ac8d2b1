import * as v from 'valibot';
import type { Result } from '../../shared/result.ts';
import { err, ok } from '../../shared/result.ts';
import type { ReloadDirectives } from './live-parts.ts';

const count = v.pipe(v.string(), v.regex(/^\d{1,12}$/), v.transform(Number));
const directivesSchema = v.object({ _HLS_msn: v.optional(count), _HLS_part: v.optional(count) });

/**
 * @param query of a request for a playlist
 * @returns `null` when the client waits for nothing
 */
export function readReloadDirectives(
  query: Readonly<Record<string, string>>,
): Result<ReloadDirectives | null, 'BAD_REQUEST'> {
  const parsed = v.safeParse(directivesSchema, query);
  if (!parsed.success) return err('BAD_REQUEST', '_HLS_msn and _HLS_part are whole numbers.');
  const { _HLS_msn: sequence, _HLS_part: part = null } = parsed.output;
  if (sequence !== undefined) return ok({ sequence, part });
  return part === null ? ok(null) : err('BAD_REQUEST', '_HLS_part needs _HLS_msn beside it.');
}
