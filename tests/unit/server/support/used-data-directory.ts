import { startTestServer } from './start-test-server.ts';
import { tempDirectory } from './temp-directory.ts';

/** @returns a data directory as a server has left it */
export async function usedDataDirectory(): Promise<string> {
  const dataDir = tempDirectory();
  const server = await startTestServer({ dataDir });
  await server.stop(0);
  return dataDir;
}
