import { spawn } from 'node:child_process';
import path from 'node:path';
import { root } from './project.js';

/** @typedef {{ env?: Record<string, string> }} RunOptions */

/**
 * Runs a command in the project's root, with the project's own tools first on PATH. Its output is
 * passed through.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions & { quiet?: boolean }} [options] `quiet` shows the output only when it fails
 * @returns {Promise<number>} exit code
 */
export async function run(command, args, { quiet = false, ...options } = {}) {
  if (quiet) {
    const { code, output } = await capture(command, args, options);
    if (code !== 0) process.stderr.write(output);
    return code;
  }
  return codeOf(start(command, args, 'inherit', options));
}

/**
 * Runs a command and returns its output.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export async function capture(command, args, options = {}) {
  const child = start(command, args, 'pipe', options);
  /** @type {Buffer[]} */
  const output = [];
  child.stdout?.on('data', (chunk) => output.push(chunk));
  child.stderr?.on('data', (chunk) => output.push(chunk));
  return { code: await codeOf(child), output: Buffer.concat(output).toString() };
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {'inherit' | 'pipe'} output
 * @param {RunOptions} options
 */
function start(command, args, output, { env = {} }) {
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', output, output],
    env: {
      ...process.env,
      PATH: `${path.join(root, 'node_modules/.bin')}${path.delimiter}${process.env.PATH ?? ''}`,
      ...env,
    },
  });
  // A command must not go on writing after the process that wanted it has ended.
  const end = () => child.kill();
  process.once('exit', end);
  child.once('close', () => process.off('exit', end));
  return child;
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>}
 */
function codeOf(child) {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}
