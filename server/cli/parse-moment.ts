import type { Result } from '../../shared/tools/result.ts';
import { err, ok } from '../../shared/tools/result.ts';

const unitsMs: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/**
 * @param text an ISO 8601 date or time (UTC without a zone), or an age: `90s`, `30m`, `2h`, `7d`,
 * `4w`
 * @returns Unix milliseconds
 */
export function parseMoment(text: string, nowMs: number): Result<number, 'BAD_TIME'> {
  const [, count, unit = ''] = /^(\d{1,6})([smhdw])$/.exec(text) ?? [];
  if (count !== undefined) return ok(nowMs - Number(count) * (unitsMs[unit] ?? 0));
  const isIso = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?)?$/.exec(
    text,
  );
  const hasZone = isIso === null || isIso[1] === undefined || isIso[4] !== undefined;
  const ms =
    isIso === null ? Number.NaN : Date.parse(text.replace(' ', 'T') + (hasZone ? '' : 'Z'));
  if (Number.isFinite(ms)) return ok(ms);
  return err(
    'BAD_TIME',
    `"${text}" is not a time; use 2026-01-31, 2026-01-31T12:00Z, or an age such as 2h or 7d.`,
  );
}
