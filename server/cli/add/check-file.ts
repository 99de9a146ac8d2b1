import { open, stat } from 'node:fs/promises';
import type { Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';

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
        'it is a directory; name the files in it, or serve the directory with --media',
      );
    if (!stats.isFile())
      return err('NOT_A_FILE', 'it is a device or a pipe, not a file; save it to a file first');
    // Open it instead of checking permissions: this also covers access lists and read-only mounts.
    await (await open(file)).close();
    if (stats.size === 0) return err('EMPTY_FILE', 'the file is empty; copy it again');
    return ok(stats.size);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'EACCES' || code === 'EPERM')
      return err(
        'NO_PERMISSION',
        'this user has no read access; change the permissions, or use another user',
      );
    if (code === 'ENOENT' || code === 'ENOTDIR')
      return err('NO_FILE', 'the file does not exist; check the name');
    return err('NO_FILE', `it cannot be opened (${String(code ?? error)})`);
  }
}
