import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { node } from '../../scripts/lib/project.js';
import { capture } from '../../scripts/lib/run.js';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Builds the documents of a project as files. */
export const buildSite = (project: string, ...args: string[]) =>
  capture(node, [join(project, 'docs/.vitepress/build-site.ts'), ...args]);
