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

/** @type {readonly SystemProgram[]} */
const swiftPrograms = [
  {
    label: 'Swift',
    variable: 'SWIFT_PATH',
    names: ['swift-proxy-server'],
    debianPackages: [
      'swift-proxy',
      'swift-object',
      'swift-container',
      'swift-account',
      'memcached',
    ],
  },
  {
    label: 'memcached',
    variable: 'MEMCACHED_PATH',
    names: ['memcached'],
    debianPackages: ['memcached'],
  },
];

/**
 * Finds OpenStack's Swift, which speaks S3 (docs/self-hosting/parquet.md).
 * @returns {Promise<Record<string, string>>} environment variables with the paths of its programs;
 * its tests fail without them
 */
export function ensureSwift() {
  return ensureAll(swiftPrograms);
}

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
