import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute } from 'node:path';
import { findOnPath, firstExecutable } from './find-on-path.js';
import { findPostgres } from './find-postgres.js';
import { capture } from './run.js';

/**
 * A program that no npm package contains.
 * `names`: on the PATH, or absolute.
 * @typedef {{ label: string, variable: string, names: readonly string[],
 *   debianPackages: readonly string[] }} SystemProgram
 */

/** @typedef {{ code: number, output: string }} Captured */

/** @type {SystemProgram} */
const nginx = {
  label: 'nginx',
  variable: 'NGINX_PATH',
  names: ['nginx'],
  // openssl creates nginx's certificate.
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

/** One package has both the encoder and the probe. */
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
 * Finds the encoder of `offstage add`: FFMPEG_PATH and FFPROBE_PATH, the system's, or Debian's
 * package where root may install it.
 * @returns {Promise<Record<string, string>>} environment variables with their paths
 */
export function ensureFfmpeg() {
  return ensureAll([ffmpeg, ffprobe]);
}

/**
 * Finds the proxies with configurations in docs/self-hosting/proxies.md: NGINX_PATH and CADDY_PATH,
 * the system's, or Debian's packages where root may install them.
 * @returns {Promise<Record<string, string>>} environment variables with their paths; the tests of a
 * missing proxy fail with the reason
 */
export function ensureProxies() {
  return ensureAll([nginx, caddy]);
}

/**
 * Finds tools for testing the README's commands and the systemd unit: `curl`, and the checker of
 * units.
 * @returns {Promise<Record<string, string>>} environment variables with their paths
 */
export function ensureReadersTools() {
  return ensureAll([curl, systemdAnalyze]);
}

/**
 * Finds programs, or installs them where root may.
 * @param {readonly SystemProgram[]} programs
 * @returns {Promise<Record<string, string>>} environment variables with the paths of those found
 */
export async function ensureAll(programs) {
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
  return `${label} is not installed, so its tests will fail: install it (apt-get install ${debianPackages.join(' ')}), or set ${variable} to its path.`;
}

/**
 * Finds PostgreSQL; the tests start servers of their own with it.
 * @returns {Promise<Record<string, string>>} the directory of its programs; without them its tests
 * fail with the reason
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
 * Debian creates a database cluster when it installs the server, unless this configuration forbids
 * it.
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
 * @param {SystemProgram} program found by its variable, in the system, or as Debian's package where
 * root may install it
 * @returns {Promise<string | null>} its path; `null` if it is not available
 */
export async function ensureProgram(program) {
  const found = findProgram(program);
  if (found !== null) return found;
  await installPackages(program.label, program.debianPackages);
  return findProgram(program);
}

/**
 * Installs packages from Debian's archive. Does nothing without the permission.
 * @param {string} label
 * @param {readonly string[]} debianPackages
 * @param {(install: () => Promise<Captured>) => Promise<Captured>} [within] wraps the installation
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
 * @param {string} output of apt-get; lines of errors begin with `E:`
 */
function sayWhy(label, output) {
  const why = /^(?:E|Err): ?(.*)$/m.exec(output)?.[1] ?? 'apt-get failed';
  console.error(`${label} could not be installed from Debian’s archive: ${why}`);
}

/**
 * Debian starts a newly installed server on port 80, unless a policy file forbids it
 * (invoke-rc.d(8)).
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
 * @returns {string | null} its path from its variable, or from the system
 * @throws an Error with one sentence if its variable names no program
 */
export function findProgram({ variable, names }) {
  const given = process.env[variable];
  if (given) {
    if (firstExecutable([given]) === null)
      throw new Error(`${variable} is ${given}, which is not a program: correct it, or unset it.`);
    return given;
  }
  for (const name of names) {
    const found = isAbsolute(name) ? firstExecutable([name]) : findOnPath(name);
    if (found !== null) return found;
  }
  return null;
}
