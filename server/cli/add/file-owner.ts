import { hostname } from 'node:os';

const machine = hostname().replaceAll(/[^A-Za-z0-9]/g, '');

/** This process, for the name or the content of a file that belongs to it. */
export const fileOwner = `${machine}-${process.pid}`;

/** @returns whether the process that wrote this owner has ended; `false` for other machines */
export function isOwnerGone(owner: string): boolean {
  const [host, pid] = owner.split('-');
  if (host !== machine) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    // Another user's process exists, too.
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}
