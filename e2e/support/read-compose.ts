import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** A container that a file for Docker Compose describes. */
export interface ComposeService {
  /** A program and its arguments; without it the image's own. */
  command?: readonly string[];
  user?: string;
  environment: Record<string, string>;
  /** `CMD`, a program and its arguments. */
  healthcheck?: { test: readonly string[] };
  networks: { default: { ipv4_address: string } };
}

/**
 * @param file for Docker Compose, e.g. `packaging/compose.yaml`
 * @param env what an operator writes into `.env`
 * @returns its services, with the values of their variables
 * @throws as Compose does, if a variable is missing that must be there
 */
export function readCompose(
  file: string,
  env: Readonly<Record<string, string>>,
): Record<string, ComposeService> {
  const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
  const { services } = parse(text, { merge: true });
  return mapTexts(services, (value) =>
    value.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name, mark, more) => {
      const given = env[name];
      if (given) return given;
      if (mark === '?') throw new Error(more);
      return mark === '-' ? more : '';
    }),
  ) as Record<string, ComposeService>;
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, mapTexts(item, change)]),
  );
}

/** @throws an Error if the file has no service with this name */
export function serviceOf(
  services: Readonly<Record<string, ComposeService>>,
  name: string,
): ComposeService {
  const service = services[name];
  if (service === undefined) throw new Error(`The file for Compose has no service ${name}`);
  return service;
}
