import { type PostgresNode, user } from './postgres-node.ts';

/**
 * Promotes the standby that has received most, because acknowledged events are on one of them.
 * Patroni does the same when the primary is dead; this is for clusters without it.
 * @returns the new primary, and the standbys that now follow it
 */
export async function promoteBest(
  standbys: readonly PostgresNode[],
): Promise<{ primary: PostgresNode; followers: PostgresNode[] }> {
  const received = await Promise.all(
    standbys.map(async (standby) => {
      const bytes = await standby.psql(
        "SELECT GREATEST(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn()) - '0/0'",
      );
      return { standby, bytes: Number(bytes) };
    }),
  );
  const [best] = received.sort((a, b) => b.bytes - a.bytes);
  if (best === undefined) throw new Error('There is no standby to promote.');
  const primary = best.standby;
  await primary.psql('SELECT pg_promote()');
  const followers = standbys.filter((standby) => standby !== primary);
  for (const follower of followers) {
    await primary.psql(`SELECT pg_create_physical_replication_slot('${follower.name}')`);
    const [host, port] = primary.address.split(':');
    const to = `user=${user} host=${host} port=${port} application_name=${follower.name}`;
    await follower.psql(`ALTER SYSTEM SET primary_conninfo = '${to}'`);
    await follower.psql('SELECT pg_reload_conf()');
  }
  return { primary, followers };
}
