import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listens } from './listens.ts';
import { until } from './until.ts';

const temporaryPlaces = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/**
 * The machine's nginx, in the foreground, with all its files in one directory.
 * @param http content of the `http` block
 * @param port a port on which it then listens
 * @returns a function that ends it
 */
export async function runNginx(
  directory: string,
  http: string,
  port: number,
): Promise<() => Promise<void>> {
  // Its workers run as another user.
  chmodSync(directory, 0o755);
  const file = join(directory, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off; pid nginx.pid; error_log stderr crit; worker_processes 1;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    events {}
    http {
      access_log off;
      ${temporaryPlaces.map((place) => `${place}_temp_path ${place};`).join(' ')}
      ${http}
    }`,
  );
  const program = process.env.NGINX_PATH ?? 'nginx';
  // It would go on trying for a while, and another server would be taken for it.
  if (await listens(port)) throw new Error(`Port ${port} is in use by another program.`);
  const args = ['-p', directory, '-c', file, '-e', 'stderr'];
  execFileSync(program, [...args, '-t'], { stdio: 'pipe' });
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  await until('nginx listens', async () => {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}`);
    return await listens(port);
  });
  return async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
}
