import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { readCommand, readDockerfile, readEnv } from '../../e2e/support/read-dockerfile.ts';

const urlOf = (path: string) => new URL(`../../${path}`, import.meta.url);
const read = (path: string) => readFileSync(urlOf(path), 'utf8');

export interface Service {
  environment: Record<string, string>;
  /** `CMD`, a program and its arguments. */
  healthcheck?: { test: readonly string[] };
  networks: { default: { ipv4_address: string } };
}

/**
 * @param env what an operator writes into `.env`
 * @returns the services of packaging/compose.yaml, with the values of their variables
 * @throws as Compose does, if a variable is missing that must be there
 */
export function readCompose(env: Readonly<Record<string, string>>): Record<string, Service> {
  const { services } = parse(read('packaging/compose.yaml'), { merge: true });
  return mapTexts(services, (text) =>
    text.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name, mark, more) => {
      const value = env[name];
      if (value) return value;
      if (mark === '?') throw new Error(more);
      return mark === '-' ? more : '';
    }),
  ) as Record<string, Service>;
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, mapTexts(item, change)]),
  );
}

/** @returns how the Dockerfile's last stage is run */
export function readImage(): {
  env: Record<string, string>;
  command: readonly string[];
  healthcheck: readonly string[];
} {
  const last = new Map(
    readDockerfile(urlOf('Dockerfile')).map((step) => [step.keyword, step.arguments]),
  );
  return {
    env: readEnv(last.get('ENV') ?? ''),
    command: readCommand(last.get('CMD') ?? ''),
    healthcheck: readCommand(last.get('HEALTHCHECK') ?? ''),
  };
}

export const readNginxConfig = () => read('packaging/nginx.conf');

/** @returns the documented commands that run in the container of PostgreSQL, without Compose */
export const documentedDatabaseCommands = () =>
  [...read('docs/self-hosting.md').matchAll(/^docker compose exec -T postgres (.*)$/gm)].map(
    ([, command = '']) => command,
  );
