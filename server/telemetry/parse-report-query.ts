import type { Result } from '../../shared/result.ts';
import { err, ok } from '../../shared/result.ts';
import type { ReportFilter } from '../store/reports/reports.ts';

/** Unix milliseconds have 13 digits for the next 260 years. */
const timePattern = /^\d{1,14}$/;
const nameMaxChars = 300;
const names = ['from', 'to', 'video', 'host', 'browser'];

/**
 * @param query `from` and `to` (Unix milliseconds, the second not included), `video`, `host`, `browser`, each missing for any; an empty
 *   one means those of which it is not known
 * @param own names beside these that the path knows
 * @returns `BAD_QUERY`, naming what is wrong
 */
export function parseReportQuery(
  query: Readonly<Record<string, string>>,
  nowMs: number,
  own: readonly string[] = [],
): Result<ReportFilter, 'BAD_QUERY'> {
  const unknown = Object.keys(query).find((name) => !names.includes(name) && !own.includes(name));
  if (unknown !== undefined)
    return err('BAD_QUERY', `"${unknown.slice(0, 50)}" is no filter; give ${names.join(', ')}.`);
  for (const name of ['from', 'to'])
    if (query[name] !== undefined && !timePattern.test(query[name]))
      return err('BAD_QUERY', `"${name}" must be a time in Unix milliseconds, a whole number.`);
  for (const name of ['video', 'host', 'browser'])
    if ((query[name] ?? '').length > nameMaxChars)
      return err('BAD_QUERY', `"${name}" has at most ${nameMaxChars} characters.`);
  const fromMs = Number(query.from ?? 0);
  // What has just come counts too.
  const toMs = query.to === undefined ? nowMs + 1 : Number(query.to);
  if (fromMs >= toMs) return err('BAD_QUERY', '"from" must lie before "to", and before now.');
  return ok({
    fromMs,
    toMs,
    videoId: query.video ?? null,
    host: query.host ?? null,
    browser: query.browser ?? null,
  });
}
