import { spawn } from 'node:child_process';
import { postgresPath } from './postgres-programs.ts';

/**
 * Runs lines of the docs, with PostgreSQL's programs first on the PATH.
 * @returns their output
 * @throws an Error with what they printed on failure
 */
export function runShell(script: string): Promise<string> {
  const child = spawn('sh', ['-euc', script], { env: { ...process.env, PATH: postgresPath } });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(output);
      else reject(new Error(`The lines of the docs ended with ${code}: ${errors}`));
    });
  });
}
