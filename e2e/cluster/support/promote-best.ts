import { spawn } from 'node:child_process';
import { docsBlocks } from './docs-blocks.ts';
import type { PostgresNode } from './postgres-node.ts';
import { postgresPath } from './postgres-programs.ts';

/**
 * Does what docs/self-hosting/stores.md tells an operator to do when the primary is dead, with its
 * commands.
 * @returns the new primary, and the standbys that now follow it
 */
export async function promoteBest(
  standbys: readonly PostgresNode[],
): Promise<{ primary: PostgresNode; followers: PostgresNode[] }> {
  const [script = ''] = docsBlocks('stores', 'A store that survives its machine', 'sh');
  const shown = await runShell(script, {
    STANDBYS: standbys.map(({ address }) => address).join(' '),
  });
  const best = shown.trim().split('\n').at(-1);
  const primary = standbys.find(({ address }) => address === best);
  if (primary === undefined)
    throw new Error(`The lines of the docs promoted none of the standbys: ${shown}`);
  return { primary, followers: standbys.filter((standby) => standby !== primary) };
}

function runShell(script: string, variables: Record<string, string>): Promise<string> {
  const child = spawn('sh', ['-c', script], {
    env: { ...process.env, PATH: postgresPath, ...variables },
  });
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
