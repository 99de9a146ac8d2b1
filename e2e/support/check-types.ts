import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const attw = fileURLToPath(
  new URL('dist/index.js', import.meta.resolve('@arethetypeswrong/cli/package.json')),
);

/**
 * Checks that TypeScript resolves each entry of a package to types, as an ES module.
 * @returns a list of the entries
 * @throws an Error with the list if an entry has no types, or wrong ones
 */
export async function checkTypes(tarball: string): Promise<string> {
  const args = [attw, tarball, '--profile', 'esm-only', '--no-definitely-typed', '--no-emoji'];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return stdout;
}
