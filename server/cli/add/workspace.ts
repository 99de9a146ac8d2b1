import { readdirSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileOwner, isOwnerGone } from './file-owner.ts';

/** The library ignores directories whose names start with a dot. The owner follows. */
const prefix = '.adding-';

/**
 * A place to make a video before it is in the library. It is inside the media directory, so that
 * one rename moves the video in.
 */
export interface Workspace {
  /** Absolute path of the folder that becomes the video's. */
  folder: string;
  /**
   * Moves the folder into the library, in one step.
   * @param name wanted name; if it is taken, the next free one is used
   * @returns the actual name
   */
  moveIn(name: string): Promise<string>;
  /** Removes everything that was not moved in. */
  dispose(): Promise<void>;
}

/** @param mediaDir must exist; throws errors of the file system */
export async function createWorkspace(mediaDir: string): Promise<Workspace> {
  const root = await mkdtemp(join(mediaDir, `${prefix}${fileOwner}-`));
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
 * Removes a video's folder from the library in one step, then deletes it.
 * @param folder its name in the media directory
 */
export async function removeFolder(mediaDir: string, folder: string): Promise<void> {
  const root = await mkdtemp(join(mediaDir, `${prefix}${fileOwner}-`));
  await rename(join(mediaDir, folder), join(root, 'video'));
  await syncDirectory(mediaDir);
  await rm(root, { recursive: true, force: true });
}

/**
 * Removes workspaces of killed commands from a media directory. It leaves those of running
 * processes and of other machines.
 * @returns the number of removed workspaces
 */
export function removeAbandoned(mediaDir: string): number {
  const abandoned = readdirSync(mediaDir).filter(
    (name) => name.startsWith(prefix) && isOwnerGone(name.slice(prefix.length)),
  );
  for (const name of abandoned) rmSync(join(mediaDir, name), { recursive: true, force: true });
  return abandoned.length;
}

async function renameUnlessTaken(from: string, to: string): Promise<boolean> {
  // Check first: a rename would replace an empty folder.
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

/** Flushes everything to disk before it becomes visible. */
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
  // Windows cannot flush directories.
  if (process.platform === 'win32') return;
  const handle = await open(directory);
  await handle.sync();
  await handle.close();
}
