import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../e2e/support/until.ts';

/** The memory of a store's machine, with its page cache. */
export interface MemoryLimit {
  /**
   * Moves a process into it, with the threads and children that it starts later. A process that has
   * ended is left out.
   */
  add(pid: number): void;
  /** To be called when its processes have ended. */
  dispose(): Promise<void>;
}

/** Linux's control groups, version 1 and version 2. */
const controllers = [
  { directory: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes' },
  { directory: '/sys/fs/cgroup', limit: 'memory.max' },
];

let made = 0;

/** @throws an Error with a sentence if this system or user cannot limit memory */
export function limitMemory(bytes: number): MemoryLimit {
  const controller = controllers.find(({ directory }) => hasMemory(directory));
  if (controller === undefined) throw new Error(cannotLimit);
  made += 1;
  const directory = join(controller.directory, `offstage-bench-${process.pid}-${made}`);
  try {
    mkdirSync(directory);
    writeFileSync(join(directory, controller.limit), String(bytes));
  } catch (error) {
    throw new Error(`${cannotLimit} ${error instanceof Error ? error.message : error}`);
  }
  return {
    add(pid) {
      try {
        writeFileSync(join(directory, 'cgroup.procs'), String(pid));
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
      }
    },
    async dispose() {
      await until('the store’s processes have ended', () => {
        try {
          rmdirSync(directory);
          return true;
        } catch {
          return false;
        }
      });
    },
  };
}

const cannotLimit =
  'The memory of a store cannot be limited here: run this part as root, on Linux with the memory controller of its control groups.';

function hasMemory(directory: string): boolean {
  if (existsSync(join(directory, 'memory.limit_in_bytes'))) return true;
  const file = join(directory, 'cgroup.subtree_control');
  return existsSync(file) && readFileSync(file, 'utf8').split(/\s/).includes('memory');
}
