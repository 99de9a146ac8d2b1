import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { writeManifest as writePackageManifest } from './package-manifest.js';
import { node, root } from './project.js';
import { run } from './run.js';

const sdkDir = path.join(root, 'dist/sdk');
const packageDir = path.join(sdkDir, 'package');
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

/** Entries of the package, and names of the modules on the server. */
const entries = ['offstage', 'offstage-player', 'vitals'];

/**
 * Builds the files for host pages into `dist/sdk`: `/iframe_api`, the modules, `manifest.json`, and
 * an npm package.
 * @returns {Promise<void>}
 * @throws an Error with one sentence when a build fails
 */
export async function buildSdk() {
  await buildSdkScripts(sdkDir);
  mkdirSync(packageDir);
  await buildMode('package', packageDir);
  await buildMode('package-classic', packageDir);
  await writePackage();
}

/**
 * Builds the scripts that the server delivers to host pages.
 * @param {string} directory emptied first
 * @returns {Promise<void>}
 * @throws an Error with one sentence when a build fails
 */
export async function buildSdkScripts(directory) {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  await buildMode('classic', directory);
  await buildMode('modules', directory);
  await buildMode('vitals', directory);
  writeManifest(directory);
  // After the manifest, whose files all have a version.
  await buildMode('warnings', directory);
}

/**
 * @param {'classic' | 'modules' | 'vitals' | 'warnings' | 'package' | 'package-classic'} mode of
 *   `sdk/vite.config.ts`
 * @param {string} directory
 */
async function buildMode(mode, directory) {
  const args = ['build', '--config', 'sdk/vite.config.ts', '--mode', mode, '--outDir', directory];
  await runTool('vite/bin/vite.js', [...args, '--logLevel', 'warn']);
}

/**
 * @param {string} tool path of its script in `node_modules`
 * @param {readonly string[]} args
 */
async function runTool(tool, args) {
  const code = await run(node, [path.join(root, 'node_modules', tool), ...args], { quiet: true });
  if (code !== 0) throw new Error(`The build of the SDK failed (${tool}); its output is above.`);
}

/**
 * Writes the manifest: each file with its URL and its integrity hash for host pages. Also gives the
 * modules names that do not change.
 * @param {string} directory
 */
function writeManifest(directory) {
  /** @type {Record<string, { file: string, url: string, integrity: string }>} */
  const files = {};
  for (const file of readdirSync(directory).filter((name) => name.endsWith('.js'))) {
    const hash = createHash('sha384').update(readFileSync(path.join(directory, file)));
    const name = file.slice(0, file.indexOf(`-${version}-`));
    files[name] = { file, url: `/sdk/${file}`, integrity: `sha384-${hash.digest('base64')}` };
  }
  // Each is a module that re-exports the versioned file. So a page has only one copy of the SDK,
  // under whichever name it imports it.
  for (const entry of entries) {
    writeFileSync(
      path.join(directory, `${entry}.js`),
      `export * from './${files[entry]?.file}';\n`,
    );
  }
  writeFileSync(
    path.join(directory, 'manifest.json'),
    `${JSON.stringify({ version, files }, null, 2)}\n`,
  );
}

/** `dist/sdk/package`: bundlers import it as `@offstage/sdk`. */
async function writePackage() {
  const typesDir = path.join(packageDir, 'types');
  const project = [
    '-p',
    'sdk',
    '--outDir',
    typesDir,
    '--tsBuildInfoFile',
    path.join(typesDir, '.tsbuildinfo'),
  ];
  await runTool('typescript/bin/tsc', project);
  rmSync(path.join(typesDir, '.tsbuildinfo'), { force: true });
  for (const file of readdirSync(typesDir, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.d.ts')) continue;
    const declarations = readFileSync(path.join(typesDir, file), 'utf8');
    // The compiler keeps the sources' extension, but the package has no such files.
    const portable = declarations.replace(/(['"]\.{1,2}\/[\w/-]+)\.ts(['"])/g, '$1.js$2');
    writeFileSync(path.join(typesDir, file), portable);
  }
  const door = (/** @type {string} */ name) => ({
    types: `./types/${name}.d.ts`,
    default: `./${name}.js`,
  });
  cpSync(path.join(root, 'packaging/sdk/README.md'), path.join(packageDir, 'README.md'));
  writePackageManifest(packageDir, {
    name: '@offstage/sdk',
    description:
      'Plays the videos of an Offstage server in a host page: the Player class and <offstage-player>.',
    keywords: ['video', 'player', 'embed', 'iframe', 'custom-element', 'react', 'offstage'],
    exports: {
      '.': door('offstage'),
      './offstage-player': door('offstage-player'),
      './react': door('react'),
      './vitals': door('vitals'),
      './iframe-api.js': door('iframe-api'),
      './package.json': './package.json',
    },
    // CDNs of npm packages serve this file by the package's name.
    jsdelivr: './iframe-api.js',
    unpkg: './iframe-api.js',
    // Importing these defines the element, or `YT`.
    sideEffects: ['./offstage-player.js', './react.js', './iframe-api.js'],
    files: ['*.js', 'types'],
    // For `@offstage/sdk/react`. Any version: pages without this entry may use any React.
    peerDependencies: { '@types/react': '*' },
    peerDependenciesMeta: { '@types/react': { optional: true } },
  });
}
