import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './project.js';

/**
 * A third-party package that the server runs or a page contains.
 * @typedef {{ name: string, version: string, license: string, directory: string }} ShippedPackage
 */

/**
 * Licences of packages that may be distributed with Apache-2.0: permissive ones, and MPL-2.0, whose
 * own files stay unchanged.
 */
export const shippedLicenses = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MPL-2.0',
];

/**
 * Packages whose package.json names no licence, with the licence of their licence file.
 * @type {Readonly<Record<string, string>>}
 */
const licensesByFile = { 'dom-walk': 'MIT' };

/**
 * Packages without a licence file, each with a package of the same makers and repository that has
 * it.
 * @type {Readonly<Record<string, string>>}
 */
const licensedBeside = {
  '@aws-sdk/credential-provider-http': '@aws-sdk/client-s3',
  '@aws-sdk/credential-provider-login': '@aws-sdk/client-s3',
  '@aws-sdk/nested-clients': '@aws-sdk/client-s3',
};

/**
 * Packages that the bundler puts into the documents' site. package.json lists them as development
 * tools, because VitePress needs far more packages to build than its pages need to run.
 */
const inDocuments = [
  '@vue/runtime-dom',
  '@vueuse/core',
  '@vueuse/integrations',
  'focus-trap',
  'mark.js',
  'minisearch',
  'vitepress',
];

/**
 * All packages that the dependencies of package.json need to run, from the lockfile. Packages for
 * types and tools only are left out.
 * @returns {ShippedPackage[]} by name
 */
export function shippedPackages() {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  /** @type {Set<string>} */
  const found = new Set();
  const names = [...Object.keys(packages[''].dependencies), ...inDocuments];
  const queue = names.map((name) => place(packages, '', name));
  for (const at of queue) {
    if (found.has(at)) continue;
    found.add(at);
    if (nameOf(at) === 'vitepress') continue;
    for (const name of Object.keys(packages[at].dependencies ?? {}))
      if (!name.startsWith('@types/')) queue.push(place(packages, at, name));
  }
  return [...found]
    .map((at) => {
      const name = nameOf(at);
      const license = packages[at].license ?? licensesByFile[name] ?? 'unknown';
      return { name, version: packages[at].version, license, directory: path.join(root, at) };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** @returns {string} rows of Markdown */
export function licenseTable() {
  return [
    '| package | version | licence |',
    '| --- | --- | --- |',
    ...shippedPackages().map(
      ({ name, version, license }) => `| ${name} | ${version} | ${license} |`,
    ),
  ].join('\n');
}

/**
 * @returns {string} every package with its licence's full text and its notices, as the licences
 * require
 */
export function licenseNotices() {
  return shippedPackages()
    .map(({ name, version, license, directory }) =>
      [
        `${name} ${version} (${license})`,
        sourceOf({ name, version }),
        ...noticesOf(licenseDirectory(name, directory)),
      ].join('\n\n'),
    )
    .join(`\n\n${'-'.repeat(80)}\n\n`);
}

/**
 * MPL-2.0 §3.2: recipients of the built form must be informed where the source is.
 * @param {{ name: string, version: string }} shipped
 */
function sourceOf({ name, version }) {
  return `https://www.npmjs.com/package/${name}/v/${version}`;
}

/**
 * @param {string} name
 * @param {string} directory of the package
 */
function licenseDirectory(name, directory) {
  const beside = licensedBeside[name];
  return beside === undefined ? directory : path.join(root, 'node_modules', beside);
}

/** @param {string} directory */
function noticesOf(directory) {
  const files = readdirSync(directory).filter((name) => /^(licen[cs]e|notice|copying)/i.test(name));
  if (files.length === 0) return [licenseInReadme(directory)];
  return files.sort().map((name) => readFileSync(path.join(directory, name), 'utf8').trim());
}

/**
 * Some packages have their licence only as the last part of their README.
 * @param {string} directory
 */
function licenseInReadme(directory) {
  const readme = readdirSync(directory).find((name) => /^readme/i.test(name));
  const text = readme === undefined ? '' : readFileSync(path.join(directory, readme), 'utf8');
  const part =
    /^(?:#+ *licen[cs]e|licen[cs]e\s*\n[-=]+)\s*$([\s\S]*)/im.exec(text)?.[1]?.trim() ?? '';
  if (!part.includes('Permission is hereby granted'))
    throw new Error(`${directory} brings no licence.`);
  return part;
}

/**
 * Resolves a package as Node does: in the package's own `node_modules`, else in those above.
 * @param {Readonly<Record<string, unknown>>} packages by their path
 * @param {string} from path of the package that depends on it
 * @param {string} name
 * @returns {string} its path
 */
function place(packages, from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const candidate = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (candidate in packages) return candidate;
    if (at === '') throw new Error(`${name}, which ${from} needs, is not in the lockfile.`);
  }
}

/** @param {string} at path of a package */
function nameOf(at) {
  return at.slice(at.lastIndexOf('node_modules/') + 'node_modules/'.length);
}
