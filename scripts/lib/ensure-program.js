import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { findOnPath, firstExecutable } from './find-on-path.js';
import { findPostgres } from './find-postgres.js';
import { capture } from './run.js';

/**
 * A program of the machine, which no npm package brings.
 * @typedef {{ label: string, variable: string, names: readonly string[], debianPackages: readonly string[] }} SystemProgram
 */

/** @typedef {{ code: number, output: string }} Captured */

/** @type {SystemProgram} */
const nginx = {
  label: 'nginx',
  variable: 'NGINX_PATH',
  names: ['nginx'],
  // The latter makes the certificate that it shows.
  debianPackages: ['nginx-light', 'openssl'],
};

/** @type {SystemProgram} */
const caddy = {
  label: 'Caddy',
  variable: 'CADDY_PATH',
  names: ['caddy'],
  debianPackages: ['caddy'],
};

/** @type {SystemProgram} */
const curl = { label: 'curl', variable: 'CURL_PATH', names: ['curl'], debianPackages: ['curl'] };

/** @type {SystemProgram} */
const systemdAnalyze = {
  label: 'systemd',
  variable: 'SYSTEMD_ANALYZE_PATH',
  names: ['systemd-analyze'],
  debianPackages: ['systemd'],
};

/** The encoder and what looks into files come together. */
const debianFfmpeg = ['ffmpeg'];
/** @type {SystemProgram} */
const ffmpeg = {
  label: 'ffmpeg',
  variable: 'FFMPEG_PATH',
  names: ['ffmpeg'],
  debianPackages: debianFfmpeg,
};
/** @type {SystemProgram} */
const ffprobe = {
  label: 'ffmpeg',
  variable: 'FFPROBE_PATH',
  names: ['ffprobe'],
  debianPackages: debianFfmpeg,
};

/**
 * What `offstage add` encodes with: FFMPEG_PATH and FFPROBE_PATH, the system's, else Debian's package where root may install it.
 * @returns {Promise<Record<string, string>>} environment variables that tell where they are
 */
export function ensureFfmpeg() {
  return ensureAll([ffmpeg, ffprobe]);
}

/**
 * The proxies whose configurations docs/self-hosting.md gives: NGINX_PATH and CADDY_PATH, the system's, else Debian's packages where
 * root may install them.
 * @returns {Promise<Record<string, string>>} environment variables that tell the tests where they are; without one of them its test
 *   fails and says so
 */
export function ensureProxies() {
  return ensureAll([nginx, caddy]);
}

/**
 * What the README's and the unit's readers have: `curl`, and what says whether systemd understands a unit.
 * @returns {Promise<Record<string, string>>} environment variables that tell where they are
 */
export function ensureReadersTools() {
  return ensureAll([curl, systemdAnalyze]);
}

/** @param {readonly SystemProgram[]} programs */
async function ensureAll(programs) {
  /** @type {Record<string, string>} */
  const env = {};
  for (const program of programs) {
    const found = await ensureProgram(program);
    if (found === null) console.error(missing(program));
    else env[program.variable] = found;
  }
  return env;
}

/** @param {Pick<SystemProgram, 'label' | 'variable' | 'debianPackages'>} program */
function missing({ label, variable, debianPackages }) {
  return `${label} is not installed, and its tests will fail: install it (apt-get install ${debianPackages.join(' ')}), or set ${variable} to where it is.`;
}

/**
 * PostgreSQL, of which the tests make servers of their own.
 * @returns {Promise<Record<string, string>>} where its programs are; without them its tests fail and say so
 */
export async function ensurePostgres() {
  if (findPostgres() === null) await installPackages('PostgreSQL', ['postgresql'], withoutCluster);
  const found = findPostgres();
  if (found !== null) return { POSTGRES_BIN: found };
  console.error(
    missing({ label: 'PostgreSQL', variable: 'POSTGRES_BIN', debianPackages: ['postgresql'] }),
  );
  return {};
}

/**
 * Debian makes a database for the machine when it installs the server, unless its configuration says otherwise.
 * @template T
 * @param {() => Promise<T>} install
 */
async function withoutCluster(install) {
  const file = '/etc/postgresql-common/createcluster.conf';
  if (existsSync(file)) return install();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, 'create_main_cluster = false\n');
  return install();
}

/**
 * @param {SystemProgram} program its variable, the system's, else Debian's package where root may install it
 * @returns {Promise<string | null>} its path; `null` when there is none to be had
 */
export async function ensureProgram(program) {
  const found = findProgram(program);
  if (found !== null) return found;
  await installPackages(program.label, program.debianPackages);
  return findProgram(program);
}

/**
 * From Debian's archive. Does nothing where it may not.
 * @param {string} label
 * @param {readonly string[]} debianPackages
 * @param {(install: () => Promise<Captured>) => Promise<Captured>} [within] what must hold while they are installed
 */
export async function installPackages(label, debianPackages, within = (install) => install()) {
  if (process.getuid?.() !== 0 || findOnPath('apt-get') === null) return;
  console.error(`Installing ${label} (once) …`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const update = await capture('apt-get', ['update'], { env });
  if (update.code !== 0) return sayWhy(label, update.output);
  const args = ['install', '-y', '--no-install-recommends', ...debianPackages];
  const { code, output } = await withoutServices(() =>
    within(() => capture('apt-get', args, { env })),
  );
  if (code !== 0) sayWhy(label, output);
}

/**
 * @param {string} label
 * @param {string} output of apt-get, which begins the line of an error with `E:`
 */
function sayWhy(label, output) {
  const why = /^(?:E|Err): ?(.*)$/m.exec(output)?.[1] ?? 'apt-get failed';
  console.error(`${label} could not be installed from Debian’s archive: ${why}`);
}

/**
 * Debian starts a server that it has installed, on port 80. Its policy file is the way to say no (invoke-rc.d(8)).
 * @template T
 * @param {() => Promise<T>} install
 */
async function withoutServices(install) {
  const policy = '/usr/sbin/policy-rc.d';
  if (existsSync(policy)) return install();
  writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    return await install();
  } finally {
    rmSync(policy);
  }
}

/**
 * @param {SystemProgram} program
 * @returns {string | null} its path: as its variable says, or the system's
 * @throws an Error with one sentence when its variable names no program
 */
export function findProgram({ variable, names }) {
  const given = process.env[variable];
  if (given) {
    if (firstExecutable([given]) === null)
      throw new Error(`${variable} is ${given}, which is no program: correct it, or unset it.`);
    return given;
  }
  for (const name of names) {
    const found = findOnPath(name);
    if (found !== null) return found;
  }
  return null;
}
