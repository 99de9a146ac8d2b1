import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { playlistsFile } from './read-playlists.ts';
import { createFactsMemory } from './remember-facts.ts';
import type { Library } from './scan-library.ts';
import { scanLibrary } from './scan-library.ts';

/** A library that follows its directory. */
export interface OpenLibrary {
  /** What it says changes all at once, from one reading to the next. */
  library: Library;
  /** Looks now whether anything has changed, and reads it again if so. */
  look(): Promise<void>;
  stop(): void;
}

export interface OpenLibraryDeps {
  /** Whether the files of all videos are guarded, and not only those of private ones. */
  signsAll: boolean;
  /** Gets the sentences that are new, whenever the library was read again. */
  onChange: (warnings: readonly string[]) => void;
  /** 0 for never. */
  lookEveryMs?: number;
}

/** One look is a question for the time of the directory: the disk has the answer in memory. */
const lookEveryDefaultMs = 2_000;

/** A look, with the reading that follows it, takes this part of the time at most: one of so many. */
const restsPerLook = 20;

/** Files that could not be read are looked at as well: they may be on their way. */
const watchedFilesCount = 100;

/**
 * Reads a media directory, and again when its own time has changed: something was put into it, taken out or renamed (`offstage add` puts whole folders), or
 * `playlists.json` was written, or a file that could not be read has grown. What a directory below it is changed by, only `touch` of the media directory tells.
 * @param mediaDir must exist and be readable; if it cannot be read later, what is known stays
 */
export async function openLibrary(
  mediaDir: string,
  { signsAll, onChange, lookEveryMs = lookEveryDefaultMs }: OpenLibraryDeps,
): Promise<OpenLibrary> {
  const memory = createFactsMemory();
  // Before each reading: what changes meanwhile is another change.
  let seen = await stampOf(mediaDir, []);
  let current = await scanLibrary(mediaDir, signsAll, memory);
  seen += await stampOfFiles(mediaDir, current);
  let looking: Promise<void> | null = null;
  let trouble = '';

  async function look(): Promise<void> {
    try {
      const stamp = await stampOf(mediaDir, watchedFiles(current));
      if (stamp === seen) return;
      const before = await stampOf(mediaDir, []);
      const next = await scanLibrary(mediaDir, signsAll, memory);
      const known = new Set(current.warnings);
      current = next;
      seen = before + (await stampOfFiles(mediaDir, next));
      trouble = '';
      onChange(next.warnings.filter((warning) => !known.has(warning)));
    } catch (error) {
      // Unmounted, or closed to this user: what is known is served as far as its files are there.
      const cause = error instanceof Error ? error.message : String(error);
      if (cause === trouble) return;
      trouble = cause;
      onChange([`${mediaDir}: the directory cannot be read again (${cause}); the library stays as it was.`]);
    }
  }

  function lookOnce(): Promise<void> {
    looking ??= look().finally(() => {
      looking = null;
    });
    return looking;
  }

  /** Where something changes all the time, most of the time is for others. */
  let restsUntilMs = 0;
  async function lookInTime(): Promise<void> {
    const startMs = performance.now();
    if (startMs < restsUntilMs) return;
    await lookOnce();
    const endMs = performance.now();
    restsUntilMs = endMs + (endMs - startMs) * restsPerLook;
  }

  const timer = lookEveryMs > 0 ? setInterval(lookInTime, lookEveryMs) : null;
  timer?.unref();
  return {
    library: {
      get videos() {
        return current.videos;
      },
      get playlists() {
        return current.playlists;
      },
      get owners() {
        return current.owners;
      },
      get warnings() {
        return current.warnings;
      },
      get mediaOrigins() {
        return current.mediaOrigins;
      },
      get folders() {
        return current.folders;
      },
      get unreadable() {
        return current.unreadable;
      },
    },
    look: lookOnce,
    stop() {
      if (timer !== null) clearInterval(timer);
    },
  };
}

function watchedFiles({ unreadable }: Library): readonly string[] {
  return unreadable.slice(0, watchedFilesCount);
}

async function stampOf(mediaDir: string, files: readonly string[]): Promise<string> {
  const { ino, mtimeNs } = await stat(mediaDir, { bigint: true });
  const playlists = await stampOfFile(join(mediaDir, playlistsFile));
  const others = await Promise.all(files.map((path) => stampOfFile(join(mediaDir, path))));
  return [ino, mtimeNs, playlists, ...others].join(' ');
}

/** As it stands behind that of the directory. */
async function stampOfFiles(mediaDir: string, library: Library): Promise<string> {
  const stamps = await Promise.all(watchedFiles(library).map((path) => stampOfFile(join(mediaDir, path))));
  return stamps.map((stamp) => ` ${stamp}`).join('');
}

async function stampOfFile(file: string): Promise<string> {
  const stats = await stat(file, { bigint: true }).catch(() => null);
  return stats === null ? '-' : `${stats.size}/${stats.mtimeNs}`;
}
