import { startTestServer } from './start-test-server.ts';
import { tempDirectory } from './temp-directory.ts';

/** Ports of this call are not looked at, and both directories are the test's own. */
export function place(dataDir: string, mediaDir = tempDirectory()): string[] {
  return ['--media', mediaDir, '--data', dataDir, '--port', '0', '--demo-port', '0'];
}

/** A data directory as a server has left it. */
export async function usedDataDirectory(): Promise<string> {
  const dataDir = tempDirectory();
  const server = await startTestServer({ dataDir });
  await server.stop(0);
  return dataDir;
}
