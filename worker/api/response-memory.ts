import { apiLimits } from '../../shared/limits/api-limits.ts';
import { providerLogLimits } from '../../shared/limits/provider-log-limits.ts';
import type { ConfigState } from '../../shared/rpc/rpc.ts';
import { isRecord } from '../../shared/tools/is-record.ts';
import { firstIssue } from '../../shared/tools/issue.ts';
import { parseAs, type Shape } from '../../shared/tools/shape.ts';
import type { Configuration } from '../../shared/wire/configuration.ts';
import { globalConfigNames } from '../../shared/wire/global-config-names.ts';
import { cachedConfigShape } from '../../shared/wire/shapes/cached-config.ts';
import { configurationShape } from '../../shared/wire/shapes/configuration.ts';
import { consistencyTokenJarShape } from '../../shared/wire/shapes/consistency-token-jar.ts';
import { globalConfigShape } from '../../shared/wire/shapes/global-config.ts';
import { locationPlayabilityTokenShape } from '../../shared/wire/shapes/location-playability-token.ts';
import type { ProviderLog } from '../reports/provider-log/provider-log.ts';
import type { DataStore } from '../storage/data/data-store.ts';
import type { SentBack } from './build-request-context.ts';

/** Keeps what replies send in `responseContext`, across reloads and for all pages of the origin. */
export interface ResponseMemory {
  /** The values to send with the next call; expired ones are left out. */
  read(): Promise<SentBack>;
  /**
   * @param reply any JSON
   * @returns once it is stored; malformed parts are reported and ignored
   */
  keep(reply: unknown): Promise<void>;
  /** The provider's configurations in force. `hot` takes precedence over `cold`, field by field. */
  readConfig(): Promise<Configuration>;
  /** All stored configurations, usable or not. */
  configStates(): Promise<ConfigState[]>;
}

export interface ResponseMemoryDeps {
  data: Pick<DataStore, 'get' | 'set'>;
  now(): number;
  logToProvider: ProviderLog['log'];
  /** A reply brought another configuration. */
  onConfig?(): void;
}

interface CachedConfig extends ConfigState {
  config: Configuration;
}

const keys = {
  consistencyTokenJar: 'api/consistency-token-jar',
  locationPlayabilityToken: 'api/location-playability-token',
  config: (name: string) => `api/config/${name}` as const,
} as const;

export function createResponseMemory({
  data,
  now,
  logToProvider,
  onConfig,
}: ResponseMemoryDeps): ResponseMemory {
  /** Each unusable configuration is reported once. */
  const reported = new Set<string>();

  /** @returns `undefined` also for a value of another shape */
  async function get<T>(key: string, shape: Shape<T>): Promise<T | undefined> {
    const parsed = parseAs(shape, await data.get(key));
    return parsed.success ? parsed.data : undefined;
  }

  function report(field: string, message: string): void {
    logToProvider('response_context_malformed', {
      field,
      message: message.slice(0, providerLogLimits.messageMaxChars),
    });
  }

  /** @returns `undefined` if the value is missing or malformed */
  function read<T>(field: string, value: unknown, shape: Shape<T>): T | undefined {
    if (value === undefined || value === null) return undefined;
    const parsed = parseAs(shape, value);
    if (parsed.success) return parsed.data;
    report(field, firstIssue(parsed.error.issues));
    return undefined;
  }

  async function keepConfig(name: string, value: unknown): Promise<void> {
    const entry = read(`globalConfig.${name}`, value, globalConfigShape);
    // Without a configuration, the server only confirmed the hash that it received.
    if (entry?.config === undefined) return;
    await data.set(keys.config(name), { ...entry, timestamp: now() }, apiLimits.configLifeMs);
    onConfig?.();
  }

  async function readCached(
    name: (typeof globalConfigNames)[number],
  ): Promise<CachedConfig | null> {
    const kept = await data.get(keys.config(name));
    if (kept === undefined) return null;
    const entry = parseAs(cachedConfigShape, kept);
    const { hashData = '', timestamp = now() } = entry.success ? entry.data : {};
    const config = parseAs(configurationShape, entry.success && entry.data.config);
    const issues = !entry.success
      ? entry.error.issues
      : config.success
        ? undefined
        : config.error.issues;
    const problem = issues === undefined ? null : firstIssue(issues);
    if (problem !== null && !reported.has(name + hashData)) {
      reported.add(name + hashData);
      report(`globalConfig.${name}`, `${problem}. It is not active.`);
    }
    const ageMs = Math.max(0, now() - timestamp);
    return { name, hashData, ageMs, problem, config: config.success ? config.data : {} };
  }

  async function readAllCached(): Promise<CachedConfig[]> {
    return (await Promise.all(globalConfigNames.map(readCached))).filter(
      (config) => config !== null,
    );
  }

  return {
    async read() {
      const [jar, locationPlayabilityToken, configs] = await Promise.all([
        get(keys.consistencyTokenJar, consistencyTokenJarShape),
        get(keys.locationPlayabilityToken, locationPlayabilityTokenShape),
        readAllCached(),
      ]);
      // Hashes of unusable configurations are not sent, so that the server sends a new one.
      const hashes = configs
        .filter(({ problem }) => problem === null)
        .map(({ name, hashData }) => [name, hashData]);
      return {
        ...(jar !== undefined && { consistencyTokenJars: [jar] }),
        ...(locationPlayabilityToken !== undefined && { locationPlayabilityToken }),
        ...(hashes.length > 0 && { globalConfigHashes: Object.fromEntries(hashes) }),
      };
    },
    async keep(reply) {
      const context = fieldOf(reply, 'responseContext');
      if (context === undefined || context === null) return;
      if (!isRecord(context)) return report('responseContext', 'it is no object');
      const jar = read(
        'consistencyTokenJar',
        context.consistencyTokenJar,
        consistencyTokenJarShape,
      );
      const location = read(
        'locationPlayabilityToken',
        context.locationPlayabilityToken,
        locationPlayabilityTokenShape,
      );
      await Promise.all([
        jar !== undefined && data.set(keys.consistencyTokenJar, jar, jar.expirationSeconds * 1_000),
        location !== undefined &&
          data.set(keys.locationPlayabilityToken, location, apiLimits.locationTokenLifeMs),
        ...globalConfigNames.map((name) => keepConfig(name, fieldOf(context.globalConfig, name))),
      ]);
    },
    async readConfig() {
      const [cold, hot] = await Promise.all(globalConfigNames.map(readCached));
      return {
        flags: { ...cold?.config.flags, ...hot?.config.flags },
        logTiers: { ...cold?.config.logTiers, ...hot?.config.logTiers },
      };
    },
    configStates: async () => (await readAllCached()).map(({ config: _, ...state }) => state),
  };
}

function fieldOf(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
