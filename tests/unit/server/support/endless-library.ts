import { existsSync, watch } from 'node:fs';
import { join } from 'node:path';
import { endlessWebm } from './hostile-media.ts';
import { tempDirectory } from './temp-directory.ts';

/** @returns a media directory whose only film is never read to its end */
export function endlessLibrary(): string {
  return tempDirectory({ 'endless.webm': endlessWebm() });
}

/** Waits until a server has opened its store: then it reads its library. */
export async function storeOpened(dataDir: string): Promise<void> {
  const opened = Promise.withResolvers<void>();
  const look = () => {
    if (existsSync(join(dataDir, 'events.sqlite'))) opened.resolve();
  };
  const watcher = watch(dataDir, look);
  look();
  await opened.promise;
  watcher.close();
}
