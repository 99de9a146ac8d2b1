import { execFileSync } from 'node:child_process';
import { readdirSync, readlinkSync, realpathSync } from 'node:fs';

/** @returns the number of descriptors that this process has open for a file */
export function openDescriptors(file: string): number {
  const path = realpathSync(file);
  if (process.platform === 'linux')
    return readdirSync('/proc/self/fd').filter((name) => targetOf(name) === path).length;
  const listed = execFileSync('lsof', ['-p', `${process.pid}`, '-Fn'], { encoding: 'utf8' });
  return listed.split('\n').filter((line) => line === `n${path}`).length;
}

/** A descriptor may be closed between listing and reading it. */
function targetOf(name: string): string | null {
  try {
    return readlinkSync(`/proc/self/fd/${name}`);
  } catch {
    return null;
  }
}
