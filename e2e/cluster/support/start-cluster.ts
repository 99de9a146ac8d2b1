import { type ServerProcess, startServerProcess } from '../../support/server-process.ts';
import { type Nginx, startNginx } from './nginx.ts';
import { type PostgresNode, startPrimary, startStandby, user } from './postgres-node.ts';

/** An operator's setup of several machines on one: three PostgreSQLs, two servers, nginx. */
export interface Cluster {
  primary: PostgresNode;
  standbys: [PostgresNode, PostgresNode];
  servers: [ServerProcess, ServerProcess];
  nginx: Nginx;
  dispose(): Promise<void>;
}

const names = ['pg1', 'pg2', 'pg3'] as const;

export const database = 'offstage';
export const operatorToken = 'operator-of-the-cluster';
const signingKey = 'one-key-for-all-servers-of-the-cluster';

export async function startCluster(): Promise<Cluster> {
  const started: { dispose(): Promise<void> }[] = [];
  const begun = async <T extends { dispose(): Promise<void> }>(
    starting: Promise<T>,
  ): Promise<T> => {
    const thing = await starting;
    started.push(thing);
    return thing;
  };
  const dispose = async () => {
    for (const thing of started.reverse()) await thing.dispose();
  };
  try {
    const primary = await begun(startPrimary(names[0], names));
    const standbys: Cluster['standbys'] = [
      await begun(startStandby(names[1], names, primary)),
      await begun(startStandby(names[2], names, primary)),
    ];
    await primary.psql(`CREATE DATABASE ${database}`);
    const hosts = [primary, ...standbys].map(({ address }) => address).join(',');
    const args = [
      '--store',
      `postgres://${user}@${hosts}/${database}`,
      // The tests prove what the databases guarantee.
      '--spool',
      '0',
      '--rate-limit',
      '0',
      '--signed-media',
      'all',
    ];
    const secrets = ['--token', operatorToken, '--signing-key', signingKey];
    const start = () => begun(startServerProcess([...args, ...secrets]));
    const servers: Cluster['servers'] = [await start(), await start()];
    const nginx = await begun(startNginx([servers[0].embedOrigin, servers[1].embedOrigin]));
    return { primary, standbys, servers, nginx, dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}
