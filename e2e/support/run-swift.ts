import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { until } from './until.ts';

/**
 * An OpenStack Swift of this machine's programs, which speaks S3 as clouds have it, with all its
 * files in one directory.
 */
export interface SwiftProcess {
  endpoint: string;
  region: string;
  /** Credentials, as environment variables. */
  env: { AWS_ACCESS_KEY_ID: string; AWS_SECRET_ACCESS_KEY: string };
  /** Starts it on its directory, and waits until it answers. */
  start(): Promise<void>;
  /** Ends it with a signal. */
  end(signal: NodeJS.Signals): Promise<void>;
}

interface SwiftOptions {
  directory: string;
  /** The ports of S3, of objects, containers and accounts, and of memcached. */
  ports: readonly [number, number, number, number, number];
}

const region = 'eu-central-1';

/** Python: rings with one copy on one device. Arguments: their directory, and the ports. */
const makeRings = `
import sys
from swift.common.ring import RingBuilder
for kind, port in zip(['object', 'container', 'account'], sys.argv[2:]):
    ring = RingBuilder(4, 1, 1)
    ring.add_dev({'id': 0, 'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': int(port),
                  'device': 'd1', 'weight': 1})
    ring.rebalance()
    ring.get_ring().save(sys.argv[1] + '/' + kind + '.ring.gz')
`;

/** @returns a Swift that has not been started */
export function createSwiftProcess({ directory, ports }: SwiftOptions): SwiftProcess {
  const [s3Port, objectPort, containerPort, accountPort, cachePort] = ports;
  const file = (name: string) => join(directory, name);
  mkdirSync(file('devices/d1'), { recursive: true });
  const common = (port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
user = ${userInfo().username}
swift_dir = ${directory}
devices = ${file('devices')}
mount_check = false
workers = 0
`;
  for (const [kind, port] of [
    ['object', objectPort],
    ['container', containerPort],
    ['account', accountPort],
  ] as const) {
    writeFileSync(
      file(`${kind}-server.conf`),
      `${common(port)}[pipeline:main]\npipeline = ${kind}-server\n[app:${kind}-server]\nuse = egg:swift#${kind}\n`,
    );
  }
  // Debian's own Python, which has Swift's modules. Swift's tool would need nine processes.
  execFileSync('/usr/bin/python3', [
    '-c',
    makeRings,
    directory,
    String(objectPort),
    String(containerPort),
    String(accountPort),
  ]);
  writeFileSync(
    file('proxy-server.conf'),
    `${common(s3Port)}[pipeline:main]
pipeline = catch_errors gatekeeper cache s3api tempauth proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${cachePort}
[filter:s3api]
use = egg:swift#s3api
location = ${region}
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
`,
  );
  const user = process.getuid?.() === 0 ? ['-u', 'root'] : [];
  const programs: readonly (readonly [string, ...string[]])[] = [
    ['memcached', '-l', '127.0.0.1', '-p', String(cachePort), '-m', '16', ...user],
    ...['object', 'container', 'account', 'proxy'].map(
      (kind) => [`swift-${kind}-server`, file(`${kind}-server.conf`)] as const,
    ),
  ];
  let children: ChildProcess[] = [];
  const endpoint = `http://127.0.0.1:${s3Port}`;
  return {
    endpoint,
    region,
    env: { AWS_ACCESS_KEY_ID: 'test:tester', AWS_SECRET_ACCESS_KEY: 'testing' },
    async start() {
      let output = '';
      children = programs.map(([program, ...args]) => {
        const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
        const note = (text: unknown) => {
          output += text;
        };
        child.stdout.on('data', note);
        child.stderr.on('data', note);
        child.on('error', note);
        return child;
      });
      await until('Swift answers', async () => {
        const ended = children.find(({ exitCode, pid }) => exitCode !== null || pid === undefined);
        if (ended !== undefined)
          throw new Error(`${ended.spawnfile} ended, or is not installed: ${output}`);
        // Also the parts behind S3 must answer.
        const answers = [s3Port, objectPort, containerPort, accountPort].map((port) =>
          fetch(`http://127.0.0.1:${port}/`).then(
            (answer) => answer.body?.cancel(),
            () => 'away',
          ),
        );
        return (await Promise.all(answers)).every((answer) => answer !== 'away');
      });
    },
    async end(signal) {
      const running = children.filter(
        ({ exitCode, signalCode, pid }) =>
          exitCode === null && signalCode === null && pid !== undefined,
      );
      const ended = running.map((child) => once(child, 'exit'));
      for (const child of running) child.kill(signal);
      await Promise.all(ended);
    },
  };
}
