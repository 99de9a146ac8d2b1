import type { Result } from '../../../shared/tools/result.ts';
import { postgresMigrations } from '../../store/postgres/postgres-migrations.ts';
import type { PostgresHost } from '../../store/postgres/postgres-url.js';
import type { PostgresFacts } from './ask-postgres.ts';
import { versionVerdict } from './check-sqlite-store.ts';
import { doctorLimits } from './doctor-limits.ts';
import type { Verdict } from './finding.ts';
import { fine, problem, problemOf, warning, worstOf } from './finding.ts';

export interface AskedHost {
  host: PostgresHost;
  answer: Result<PostgresFacts, 'REFUSED' | 'AWAY'>;
}

/**
 * @param asked all hosts of `--store`; one of them must be a primary that this program can use
 */
export function checkPostgres(asked: readonly AskedHost[]): Verdict {
  const verdicts = asked.map(({ host, answer }) => verdictOf(host, answer));
  const usable = asked.some(
    ({ answer }, index) =>
      answer.ok && isPrimary(answer.value) && verdicts[index]?.status !== 'problem',
  );
  const [first, ...others] = verdicts;
  if (first === undefined) return problem('--store names no PostgreSQL.', 'Name one.');
  const worst = worstOf([first, ...others]);
  // A standby that is away costs safety, not service.
  if (usable && worst.status === 'problem') return { ...worst, status: 'warning' };
  if (usable || worst.status === 'problem') return worst;
  return problem(
    `No server of --store accepts writes: ${asked.map(({ host }) => host.name).join(', ')}.`,
    'Name the primary too, or promote a standby.',
  );
}

/** Whether commits survive a power loss. */
export function checkDurability(asked: readonly AskedHost[]): Verdict {
  if (!asked.some(({ answer }) => answer.ok))
    return problem('No PostgreSQL of --store shows its settings.', 'See the finding of the store.');
  const names = asked.flatMap(({ host, answer }) =>
    answer.ok && !answer.value.hasFsync ? [host.name] : [],
  );
  if (names.length === 0) return fine('Commits reach the disk: fsync is on.');
  return warning(
    `PostgreSQL ${names.join(', ')} has fsync off, so a power loss destroys the store.`,
    'Set fsync to on.',
  );
}

/** The standby of `--store-replica`. */
export function checkReplica({ host, answer }: AskedHost): Verdict {
  const verdict = verdictOf(host, answer);
  if (!answer.ok || answer.value.isStandby) return verdict;
  return warning(
    `PostgreSQL ${host.name} of --store-replica is no standby.`,
    'Name a standby of the primary of --store, or leave the option out.',
  );
}

function isPrimary({ isStandby, isReadOnly }: PostgresFacts): boolean {
  return !isStandby && !isReadOnly;
}

function verdictOf({ name }: PostgresHost, answer: AskedHost['answer']): Verdict {
  if (!answer.ok)
    return answer.error.code === 'AWAY'
      ? problem(
          answer.error.message,
          'Check that it runs, that host and port in --store are right, and that no firewall is between.',
        )
      : problemOf(answer.error.message);
  const facts = answer.value;
  const major = Math.floor(facts.versionNumber / 10_000);
  if (major < doctorLimits.postgresMinMajor)
    return problem(
      `PostgreSQL ${name} has version ${major}.`,
      `Use version ${doctorLimits.postgresMinMajor} or later.`,
    );
  if (facts.isStandby) return fine(`PostgreSQL ${name} (version ${major}) is a standby.`);
  if (facts.isReadOnly)
    return problem(`PostgreSQL ${name} is read-only.`, 'Set default_transaction_read_only to off.');
  const current = postgresMigrations.length;
  if (facts.storeVersion < current && !facts.canCreate)
    return problem(
      `PostgreSQL ${name} does not let this user create tables.`,
      'Make the user the owner of the database.',
    );
  if (facts.storeVersion === 0)
    return fine(`PostgreSQL ${name} (version ${major}) has no store yet; the server makes it.`);
  return versionVerdict(facts.storeVersion, { file: `in PostgreSQL ${name}`, current });
}
