import { readdirSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs';

/**
 * Finds the processes that have a SQLite store open. SQLite locks its file as long as it is open,
 * and Linux lists all locks with their processes.
 *
 * The sockets of `announceServer` cannot replace it: they show only servers, and neither exports,
 * migrations nor other SQLite programs.
 * @param file the store
 * @returns process ids, without this process's; `null` if the system does not tell
 */
export function findStoreUsers(file: string): readonly number[] | null {
  if (process.platform !== 'linux') return null;
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return [];
  const found = new Set([...lockHolders(stats), ...openers(realpathSync(file))]);
  found.delete(process.pid);
  return [...found].toSorted((a, b) => a - b);
}

/**
 * Some file systems, such as Btrfs, show another device number here than in `stat`; there only the
 * descriptors count.
 */
function lockHolders({ dev, ino }: { dev: number; ino: number }): number[] {
  // As in the C library's `major` and `minor`.
  const device = [(dev >>> 8) & 0xfff, (dev & 0xff) | ((dev >>> 12) & 0xfff00)].join(':');
  // `1: POSIX  ADVISORY  READ 3089 fe:00:2221008 1073741826 1073742335`
  return textOf('/proc/locks')
    .split('\n')
    .flatMap((line) => {
      const [, pid, major = '', minor = '', inode] =
        / (\d+) ([\da-f]+):([\da-f]+):(\d+) /.exec(line) ?? [];
      const found = [major, minor].map((digits) => Number.parseInt(digits, 16)).join(':');
      // Another container's processes have the id 0 here, or a negative one.
      const isSame = Number(inode) === ino && found === device;
      return isSame && Number(pid) > 0 ? [Number(pid)] : [];
    });
}

/** Descriptors of other users' processes cannot be read. */
function openers(file: string): number[] {
  return namesIn('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) =>
      namesIn(`/proc/${pid}/fd`).some((fd) => linkOf(`/proc/${pid}/fd/${fd}`) === file),
    )
    .map(Number);
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    // Closed in the meantime.
    return '';
  }
}
