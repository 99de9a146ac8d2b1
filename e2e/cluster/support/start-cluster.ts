import { type ServerProcess, startServerProcess } from '../../support/server-process.ts';
import { type Nginx, startNginx } from './nginx.ts';
import { startNetwork } from './start-network.ts';
import { type Store, startStore } from './start-store.ts';

/** An operator's setup of several machines on one: two stores, three servers, nginx. */
export interface Cluster {
  stores: [Store, Store];
  servers: [ServerProcess, ServerProcess, ServerProcess];
  nginx: Nginx;
  dispose(): Promise<void>;
}

export const operatorToken = 'operator-of-the-cluster';
const signingKey = 'one-key-for-all-servers-of-the-cluster';

export async function startCluster(): Promise<Cluster> {
  const started: { dispose(): Promise<void> | void }[] = [];
  const begun = async <T extends { dispose(): Promise<void> | void }>(
    starting: T | Promise<T>,
  ): Promise<T> => {
    const thing = await starting;
    started.push(thing);
    return thing;
  };
  const dispose = async () => {
    for (const thing of started.reverse()) await thing.dispose();
  };
  try {
    const { machines, ...network } = startNetwork(['pg1', 'pg2', 'pg3', 'pg4', 'pg5', 'pg6']);
    started.push(network);
    const stores: Cluster['stores'] = [
      await begun(startStore(machines.slice(0, 3), 'offstage')),
      await begun(startStore(machines.slice(3), 'offstage2')),
    ];
    const args = [
      ...stores.flatMap(({ url }) => ['--store', url]),
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
    const servers: Cluster['servers'] = [await start(), await start(), await start()];
    const nginx = await begun(startNginx(servers.map(({ embedOrigin }) => embedOrigin)));
    return { stores, servers, nginx, dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}
