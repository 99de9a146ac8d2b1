import { scanLibrary } from '../../../../server/library/scan-library.ts';
import { tempDirectory } from './temp-directory.ts';

/** Scans a media directory with these files. */
export async function scanFiles(files: Readonly<Record<string, string | Uint8Array>>) {
  const library = await scanLibrary(tempDirectory(files));
  return {
    library,
    warnings: library.warnings,
    videos: [...library.videos.values()].map(({ response }) => response),
  };
}
