import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { doctorLimits } from './doctor-limits.ts';
import type { Verdict } from './finding.ts';
import { fine, problem, warning } from './finding.ts';

/** @param directory absolute; if it does not exist, the disk of its parent counts */
export async function checkDisk(directory: string): Promise<Verdict> {
  let present = directory;
  while (!existsSync(present)) present = dirname(present);
  const { bavail, bsize, files, ffree } = await statfs(present);
  const free = bavail * bsize;
  const has = `The disk of ${directory} has ${inGigabytes(free)} free`;
  const fix = 'Free some space, or move the directory to a larger disk.';
  // File systems without a fixed number of files report 0.
  if (files > 0 && ffree === 0)
    return problem(`The disk of ${directory} can hold no more files.`, fix);
  if (free < doctorLimits.freeProblemBytes) return problem(`${has}, which is too little.`, fix);
  if (free < doctorLimits.freeWarningBytes) return warning(`${has}, which is little.`, fix);
  return fine(`${has}.`);
}

function inGigabytes(bytes: number): string {
  return `${(bytes / 1_000_000_000).toFixed(1)} GB`;
}
