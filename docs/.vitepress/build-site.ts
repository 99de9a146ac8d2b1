import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'vitepress';
import { stagePages } from './stage-pages.ts';

// Builds the documents' site: node docs/.vitepress/build-site.ts [--base /docs/] [--out DIR]

const root = join(import.meta.dirname, '../..');

/** Where `npm start` serves them, beside the demo. */
const servedBase = '/docs/';
const servedDir = join(root, 'dist/docs');

try {
  await buildSite();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function buildSite(): Promise<void> {
  const { base, outDir } = readOptions();
  mkdirSync(join(root, 'dist'), { recursive: true });
  const workDir = mkdtempSync(join(root, 'dist/.docs-'));
  try {
    const [pagesDir, builtDir] = [join(workDir, 'pages'), join(workDir, 'site')];
    stagePages(root, pagesDir);
    process.env.OFFSTAGE_DOCS_PAGES = pagesDir;
    if (outDir === servedDir) process.env.OFFSTAGE_DOCS_ON_DEMO = '1';
    await build(join(root, 'docs'), {
      base,
      outDir: builtDir,
      onAfterConfigResolve(config) {
        // Two builds at a time must not share it, and docs/ is no place for it.
        config.tempDir = join(workDir, 'temp');
      },
    });
    // Only a whole site replaces the one before.
    rmSync(outDir, { recursive: true, force: true });
    cpSync(builtDir, outDir, { recursive: true });
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
}

/** @throws Error naming the option that is wrong */
function readOptions(): { base: string; outDir: string } {
  const { values } = parseArgs({ options: { base: { type: 'string' }, out: { type: 'string' } } });
  const base = values.base ?? servedBase;
  if (!/^\/([\w.~-]+\/)*$/.test(base))
    throw new Error(`--base ${base}: a path that begins and ends with /, such as /docs/.`);
  if (values.out === undefined) {
    if (base !== servedBase) throw new Error('--base needs --out DIR: npm start serves /docs/.');
    return { base, outDir: servedDir };
  }
  const outDir = resolve(values.out);
  if (!isReplaceable(outDir))
    throw new Error(`--out ${outDir}: this directory has other files. Name an empty or a new one.`);
  return { base, outDir };
}

/** Whether nothing is there, or a site that VitePress wrote. */
function isReplaceable(directory: string): boolean {
  if (!existsSync(directory)) return true;
  const names = readdirSync(directory);
  return names.length === 0 || names.includes('hashmap.json');
}
