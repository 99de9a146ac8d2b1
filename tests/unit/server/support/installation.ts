import { tempDirectory } from './temp-directory.ts';

/**
 * @returns arguments of an installation whose ports are not checked, and whose directories are the
 *   test's own
 */
export function installation(dataDir = tempDirectory(), mediaDir = tempDirectory()): string[] {
  return ['--media', mediaDir, '--data', dataDir, '--port', '0', '--demo-port', '0'];
}
