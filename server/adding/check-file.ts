import { open, stat } from 'node:fs/promises';
import type { Result } from '../../shared/result.ts';
import { err, ok } from '../../shared/result.ts';

export type FileProblem = 'NO_FILE' | 'NOT_A_FILE' | 'NO_PERMISSION' | 'EMPTY_FILE';

/**
 * Checks a file before any work on it.
 * @param file absolute path
 * @returns its size in bytes, or the problem and its fix
 */
export async function checkFile(file: string): Promise<Result<number, FileProblem>> {
  try {
    const stats = await stat(file);
    if (stats.isDirectory())
      return err(
        'NOT_A_FILE',
        'it is a directory; give the files in it, or serve it as it is with --media',
      );
    if (!stats.isFile())
      return err('NOT_A_FILE', 'it is no file but a device or a pipe; save it to a file first');
    // Open it instead of checking permissions: this also covers access lists and read-only mounts.
    await (await open(file)).close();
    if (stats.size === 0) return err('EMPTY_FILE', 'it is empty, zero bytes; copy it again');
    return ok(stats.size);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'EACCES' || code === 'EPERM')
      return err(
        'NO_PERMISSION',
        'this user may not read it; change its permissions, or be another user',
      );
    if (code === 'ENOENT' || code === 'ENOTDIR')
      return err('NO_FILE', 'there is no such file; check the name');
    return err('NO_FILE', `it cannot be opened (${String(code ?? error)})`);
  }
}
