import { join } from 'node:path';
import { createTrustedProxies } from '../../http/trusted-proxies.ts';
import type { ServerOptions } from '../../options/server-options.js';
import { optionList, serverOptions } from '../../options/server-options.js';
import type { PostgresHost } from '../../store/postgres/postgres-url.js';
import { askPostgres } from './ask-postgres.ts';
import { askPublicAddress } from './ask-public-address.ts';
import { checkAddress } from './check-address.ts';
import { checkClock, clockOfHeader } from './check-clock.ts';
import { checkData } from './check-data.ts';
import { checkDataUse } from './check-data-use.ts';
import { checkDisk } from './check-disk.ts';
import { checkFfmpeg } from './check-ffmpeg.ts';
import { checkGeoip } from './check-geoip.ts';
import { checkMedia } from './check-media.ts';
import { checkPort, isOffstage } from './check-port.ts';
import type { AskedHost } from './check-postgres.ts';
import { checkDurability, checkPostgres, checkReplica } from './check-postgres.ts';
import { checkProxy } from './check-proxy.ts';
import { checkReadiness } from './check-readiness.ts';
import { checkSpool } from './check-spool.ts';
import { checkSqliteStore, lateSqliteStore } from './check-sqlite-store.ts';
import { checkTls } from './check-tls.ts';
import { doctorLimits } from './doctor-limits.ts';
import { findStoreUsers } from './find-store-users.ts';
import type { Verdict } from './finding.ts';
import { fine, problem, worstOf } from './finding.ts';
import type { Check } from './run-checks.ts';

/** Options that checks look at; `Installation` has no others, so that this list is complete. */
const checked = [
  'port',
  'demoPort',
  'host',
  'trustedProxies',
  'mediaDir',
  'dataDir',
  'stores',
  'replica',
  'events',
  'spoolMb',
  'geoipFile',
] as const satisfies readonly (keyof ServerOptions)[];

export interface Installation {
  options: Pick<ServerOptions, (typeof checked)[number]>;
  /** The public address; `null` if it is not checked. */
  origin: string | null;
  env: NodeJS.ProcessEnv;
  /** Unix milliseconds. */
  now: () => number;
}

/**
 * @param origin the public address; only its checks look at proxies
 * @returns names of the options that no check looks at
 */
export function uncheckedOptions(origin: string | null): readonly string[] {
  const keys = checked.filter((key) => origin !== null || key !== 'trustedProxies');
  const names: readonly string[] = keys.map((key) => serverOptions[key].name);
  return optionList.map(({ name }) => name).filter((name) => !names.includes(name));
}

/** @returns the checks of an installation, in the order of the output */
export function listChecks(installation: Installation): Check[] {
  const { options, env } = installation;
  return [
    ...portChecks(installation),
    { name: 'media', run: () => checkMedia(options.mediaDir) },
    { name: 'data', run: () => checkData(options.dataDir) },
    ...(options.stores.length === 0
      ? sqliteChecks(installation)
      : options.stores.flatMap((hosts) => postgresChecks(hosts, installation))),
    ...clickHouseChecks(installation),
    ...(options.geoipFile === null ? [] : [geoipCheck(options.geoipFile)]),
    { name: 'spool', run: () => checkSpool(options, installation.now()) },
    { name: 'disk-media', run: () => checkDisk(options.mediaDir) },
    { name: 'disk-data', run: () => checkDisk(options.dataDir) },
    { name: 'ffmpeg', run: (signal) => checkFfmpeg(env, signal) },
    ...(installation.origin === null ? [] : addressChecks(installation.origin, installation)),
  ];
}

const geoipCheck = (file: string): Check => ({ name: 'geoip', run: () => checkGeoip(file) });

function portChecks({ options: { host, port, demoPort }, now }: Installation): Check[] {
  return [
    {
      name: 'port',
      run: (signal) => checkPort({ option: 'port', host, port }, { signal, now }),
    },
    {
      name: 'demo-port',
      run: (signal) => checkPort({ option: 'demo-port', host, port: demoPort }, { signal, now }),
    },
    { name: 'server', run: (signal) => checkReadiness({ host, port }, { signal, now }) },
  ];
}

function sqliteChecks({ options, now }: Installation): Check[] {
  const file = join(options.dataDir, 'events.sqlite');
  // Before the check of the store opens it.
  const users = findStoreUsers(file);
  return [
    {
      name: 'data-use',
      run: (signal) =>
        checkDataUse({ file, users, isServerThere: () => isOffstage(options, { signal, now }) }),
    },
    {
      name: 'store',
      deadlineMs: doctorLimits.storeMs,
      late: lateSqliteStore(file),
      run: (signal) =>
        checkSqliteStore({ file, isUsed: users === null || users.length > 0, signal }),
    },
  ];
}

function postgresChecks(hosts: readonly PostgresHost[], { options, now }: Installation): Check[] {
  const ask = async (host: PostgresHost, signal: AbortSignal): Promise<AskedHost> => ({
    host,
    answer: await askPostgres(host, { signal, now }),
  });
  let asked: Promise<AskedHost[]> | null = null;
  const askAll = (signal: AbortSignal) => {
    asked ??= Promise.all(hosts.map((host) => ask(host, signal)));
    return asked;
  };
  const { replica } = options;
  return [
    { name: 'store', run: async (signal) => checkPostgres(await askAll(signal)) },
    { name: 'store-durability', run: async (signal) => checkDurability(await askAll(signal)) },
    { name: 'store-clock', run: async (signal) => clockVerdict(await askAll(signal)) },
    ...(replica === null
      ? []
      : [
          {
            name: 'store-replica',
            run: async (signal: AbortSignal) => checkReplica(await ask(replica, signal)),
          },
        ]),
  ];
}

function clickHouseChecks({ options: { events } }: Installation): Check[] {
  if (events === null) return [];
  const run = async (signal: AbortSignal) => {
    // Loaded only if used, with ClickHouse's client.
    const { checkClickHouse } = await import('./check-clickhouse.ts');
    return checkClickHouse(events, signal);
  };
  return [{ name: 'events', run }];
}

function clockVerdict(asked: readonly AskedHost[]): Verdict {
  const [first, ...others] = asked.flatMap(({ host, answer }) => {
    if (!answer.ok) return [];
    const { clockMs, ...times } = answer.value;
    const owner = `The clock of PostgreSQL ${host.name}`;
    return [checkClock({ owner, fromMs: clockMs, toMs: clockMs, ...times })];
  });
  return first === undefined
    ? problem('No PostgreSQL of --store shows its clock.', 'See the finding of the store.')
    : worstOf([first, ...others]);
}

function addressChecks(origin: string, { options, now }: Installation): Check[] {
  let asked: ReturnType<typeof askPublicAddress> | null = null;
  const ask = (signal: AbortSignal) => {
    asked ??= askPublicAddress(origin, createTrustedProxies(options.trustedProxies), {
      signal,
      now,
    });
    return asked;
  };
  const unreached = problem(
    `It cannot be checked while ${origin} does not answer as this server.`,
    'See the finding of the address.',
  );
  return [
    {
      name: 'address',
      run: async (signal) => checkAddress(origin, await ask(signal)),
    },
    {
      name: 'proxy',
      run: async (signal) => {
        const address = await ask(signal);
        if (checkAddress(origin, address).status !== 'ok') return unreached;
        return checkProxy({ origin, ...address });
      },
    },
    { name: 'tls', run: (signal) => checkTls(new URL(origin), signal, now) },
    {
      name: 'clock',
      run: async (signal) => {
        const { health } = await ask(signal);
        if (!health.ok) return unreached;
        const clock = clockOfHeader(health.value.headers.date, health.value);
        return clock === null
          ? fine('The public address shows no clock: its answers have no Date header.')
          : checkClock(clock);
      },
    },
  ];
}
