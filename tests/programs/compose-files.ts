import { readFileSync } from 'node:fs';
import { readCommand, readDockerfile, readEnv } from '../../e2e/support/read-dockerfile.ts';

const urlOf = (path: string) => new URL(`../../${path}`, import.meta.url);
const read = (path: string) => readFileSync(urlOf(path), 'utf8');

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
