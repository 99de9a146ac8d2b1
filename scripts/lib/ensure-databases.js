import { ensureAll } from './ensure-program.js';

/** @typedef {import('./ensure-program.js').SystemProgram} SystemProgram */

/** @type {readonly SystemProgram[]} */
const clusterPrograms = [
  {
    label: 'Patroni',
    variable: 'PATRONI_PATH',
    names: ['patroni'],
    // The second is its client for etcd's API of version 2.
    debianPackages: ['patroni', 'python3-etcd'],
  },
  { label: 'etcd', variable: 'ETCD_PATH', names: ['etcd'], debianPackages: ['etcd-server'] },
  // The replicas of ClickHouse agree through it.
  {
    label: 'ZooKeeper',
    variable: 'ZOOKEEPER_PATH',
    names: ['/usr/share/zookeeper/bin/zkServer.sh'],
    debianPackages: ['zookeeper'],
  },
  // It makes a network for each machine.
  { label: 'ip', variable: 'IP_PATH', names: ['ip'], debianPackages: ['iproute2'] },
];

/** @type {SystemProgram} */
const clickHouse = {
  label: 'ClickHouse',
  variable: 'CLICKHOUSE_PATH',
  names: ['clickhouse-server'],
  debianPackages: ['clickhouse-server'],
};

/**
 * Finds the server that gets copies of events (docs/self-hosting/clickhouse.md).
 * @returns {Promise<Record<string, string>>} an environment variable with its path; its tests fail
 * without it
 */
export function ensureClickHouse() {
  return ensureAll([clickHouse]);
}

/**
 * Finds what a store on several machines needs besides PostgreSQL (docs/self-hosting/cluster.md),
 * and what its tests need.
 * @returns {Promise<Record<string, string>>} environment variables with their paths
 */
export function ensureClusterPrograms() {
  return ensureAll(clusterPrograms);
}
