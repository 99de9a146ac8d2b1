import type { OpenLibraryDeps } from '../../../../server/library/open-library.ts';
import { openLibrary } from '../../../../server/library/open-library.ts';
import type { ProbePoolLimits } from '../../../../server/library/probing/start-probe-pool.ts';
import { startProbePool } from '../../../../server/library/probing/start-probe-pool.ts';
import { whenDone } from './when-done.ts';

/** Threads that end with the test, and give up sooner than those of a server. */
export function testPool(changes: Partial<ProbePoolLimits> = {}) {
  const pool = startProbePool({ firstCpuMs: 150, cpuMs: 600, ...changes });
  whenDone(() => pool.close());
  return pool;
}

/** A library that is read when the test says so. */
export async function openTestLibrary(mediaDir: string, changes: Partial<OpenLibraryDeps> = {}) {
  const warnings: string[] = [];
  const progress: number[] = [];
  const opened = openLibrary(mediaDir, {
    signsAll: false,
    onChange: (fresh) => warnings.push(...fresh),
    onProgress: (pendingCount) => progress.push(pendingCount),
    rescanEveryMs: 0,
    ...changes,
  });
  whenDone(opened.stop);
  await opened.whenRead;
  const { library } = opened;
  return {
    ...opened,
    warnings,
    progress,
    ids: () => [...library.videos.keys()],
    /** Whether each file may be fetched without a signature. */
    isOpen: (...paths: string[]) =>
      paths.map((path) => {
        const file = { asked: path, real: path };
        return library.hasFile(file) && (library.owners?.isPublic(file) ?? true);
      }),
    /** By title: the state of each video. */
    statuses: () =>
      Object.fromEntries(
        [...library.videos.values()].map(({ response: { videoDetails, playabilityStatus } }) => [
          videoDetails.title,
          playabilityStatus.status,
        ]),
      ),
  };
}
