import { pageReportLimits } from '../../../shared/limits/page-report-limits.ts';
import { sidSchema } from '../../../shared/telemetry/log-batch.ts';
import type { Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';
import { parseCount } from '../telemetry/parse-feed-query.ts';

export interface TraceQuery {
  /** Name of a playback; `null` if the query names only the document. */
  cpn: string | null;
  /** Document; `null` if the query names only the playback. */
  sid: string | null;
  /** Number of the first event. */
  from: number;
}

/** @returns `BAD_QUERY` or `BAD_NUMBER` */
export function parseTraceQuery(
  query: Readonly<Record<string, string>>,
): Result<TraceQuery, 'BAD_QUERY' | 'BAD_NUMBER'> {
  const { cpn = null, sid = null } = query;
  if (cpn === null && sid === null)
    return err(
      'BAD_QUERY',
      'Name a playback with "cpn", or a document with "sid"; /telemetry/playbacks.csv has both.',
    );
  if (cpn !== null && (cpn === '' || cpn.length > pageReportLimits.cpnMaxChars))
    return err(
      'BAD_QUERY',
      `"cpn" must be a playback's name, of 1 to ${pageReportLimits.cpnMaxChars} characters.`,
    );
  if (sid !== null && !sidSchema.safeParse(sid).success)
    return err(
      'BAD_QUERY',
      '"sid" must be a document\'s id, of 16 to 64 letters, digits, "_" and "-".',
    );
  const from = parseCount('from', query.from, 1);
  if (!from.ok) return from;
  return ok({ cpn, sid, from: from.value });
}
