import { readdirSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** Directories whose names start with a dot are no part of the library. What follows says whose it is: machine, process. */
const prefix = '.adding-';
const machine = hostname().replaceAll(/[^A-Za-z0-9]/g, '');

/** Where a video is made before it is in the library: in the media directory itself, so that one rename moves it in. */
export interface Workspace {
  /** Absolute path of the folder that will be the video's. */
  folder: string;
  /**
   * Moves the folder into the library, in one step.
   * @param name wanted; of one that is taken the next free one
   * @returns the name that it has got
   */
  moveIn(name: string): Promise<string>;
  /** Removes what was not moved in. */
  dispose(): Promise<void>;
}

/** @param mediaDir must exist; throws as the file system does */
export async function createWorkspace(mediaDir: string): Promise<Workspace> {
  const root = await mkdtemp(join(mediaDir, `${prefix}${machine}-${process.pid}-`));
  const folder = join(root, 'video');
  await mkdir(folder);
  return {
    folder,
    async moveIn(name) {
      await syncAll(folder);
      for (let count = 1; ; count += 1) {
        const wanted = count === 1 ? name : `${name}-${count}`;
        if (await renameUnlessTaken(folder, join(mediaDir, wanted))) {
          await syncDirectory(mediaDir);
          return wanted;
        }
      }
    },
    dispose: () => rm(root, { recursive: true, force: true }),
  };
}

/**
 * Takes a video's folder out of the library, in one step, and removes it.
 * @param folder its name in the media directory
 */
export async function removeFolder(mediaDir: string, folder: string): Promise<void> {
  const root = await mkdtemp(join(mediaDir, `${prefix}${machine}-${process.pid}-`));
  await rename(join(mediaDir, folder), join(root, 'video'));
  await syncDirectory(mediaDir);
  await rm(root, { recursive: true, force: true });
}

/**
 * Removes what commands that were killed have left in a media directory. Of those that still run nothing is touched, nor of other machines'.
 * @returns how many there were
 */
export function removeAbandoned(mediaDir: string): number {
  const abandoned = readdirSync(mediaDir).filter(
    (name) => name.startsWith(prefix) && isAbandoned(name),
  );
  for (const name of abandoned) rmSync(join(mediaDir, name), { recursive: true, force: true });
  return abandoned.length;
}

function isAbandoned(name: string): boolean {
  const [owner, pid] = name.slice(prefix.length).split('-');
  if (owner !== machine || Number(pid) === process.pid) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    // Somebody else's process runs as well.
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}

async function renameUnlessTaken(from: string, to: string): Promise<boolean> {
  // Not left to the rename alone, which takes the place of an empty folder.
  if ((await stat(to).catch(() => null)) !== null) return false;
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ENOTEMPTY' || code === 'EEXIST' || code === 'ENOTDIR') return false;
    throw error;
  }
}

/** All of it is on the disk before it shows. */
async function syncAll(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await syncAll(path);
    else {
      const file = await open(path);
      await file.sync();
      await file.close();
    }
  }
  await syncDirectory(folder);
}

async function syncDirectory(directory: string): Promise<void> {
  // Windows has no such thing.
  if (process.platform === 'win32') return;
  const handle = await open(directory);
  await handle.sync();
  await handle.close();
}
