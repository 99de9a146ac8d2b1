import type { ExpressionBuilder } from 'kysely';
import type { StoreTables } from '../store-tables.ts';

/** Names without a refusal's prefix that look like the host names of `isRefusal`, but are none. */
const failureNames = ['api.invalidparam', 'video.notfound', 'heartbeat.servererror'];
const failurePrefixes = ['drm.', 'fmt.', 'html5.', 'net.'];

/**
 * Whether a stored playback was refused: `isRefusal` for SQLite and PostgreSQL, which have no
 * common regular expressions. Unknown names that contain a dot count as the host name of a refusal.
 */
export function isRefused({ eb, and, or }: ExpressionBuilder<StoreTables, 'playbacks'>) {
  return and([
    eb('failure', 'is not', null),
    eb('error_name', 'is not', null),
    eb('error_name', 'not in', failureNames),
    or([
      eb('error_name', 'in', ['auth', 'drm.auth']),
      eb('error_name', 'like', 'drm.auth.%'),
      and([
        eb('error_name', 'like', '%.%'),
        ...failurePrefixes.map((prefix) => eb('error_name', 'not like', `${prefix}%`)),
      ]),
    ]),
  ]);
}
