import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { leastNodeMajor } from '../../scripts/lib/project.js';
import { withoutProject } from './without-project.ts';

/** A Node.js of this machine, such as `v20.20.2`, and the folder of its `node`. */
export interface SomeNode {
  version: string;
  node: string;
}

/**
 * @returns the Node that runs the tests, and the first older one on PATH that may start Offstage
 */
export function someNodes(): SomeNode[] {
  const own = { version: process.version, node: process.execPath };
  const older = withoutProject(process.env)
    .PATH?.split(delimiter)
    .map((folder) => join(folder, 'node'))
    .filter(isExecutable)
    .map((node) => ({ version: versionOf(node), node }))
    .find(({ version }) => {
      const major = Number(/^v(\d+)\./.exec(version)?.[1]);
      return major >= 20 && major < leastNodeMajor;
    });
  return older === undefined ? [own] : [own, older];
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function versionOf(node: string): string {
  return spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim();
}
