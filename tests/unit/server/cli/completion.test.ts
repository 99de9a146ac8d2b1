import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { commands } from '../../../../server/cli/commands.js';
import { optionList } from '../../../../server/options/server-options.js';
import { tempDirectory } from '../support/temp-directory.ts';

const script = fileURLToPath(new URL('../../../../scripts/offstage.js', import.meta.url));
const command = `${process.execPath} ${script}`;

/** Completes the last word of a line in a real bash. */
function completeInBash(words: readonly string[], cwd = tempDirectory()): string[] {
  const ask = `source <(${command} completion bash)
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _offstage
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  const output = execFileSync('bash', ['-c', ask, 'bash', 'offstage', ...words], {
    cwd,
    encoding: 'utf8',
  });
  return output.split('\n').filter((line) => line !== '');
}

test('bash completes commands, options and their values from the tables', () => {
  const names = commands.map(({ name }) => name);
  expect(completeInBash([''])).toEqual([...names, '--help', '--version']);
  expect(completeInBash(['ex'])).toEqual(['export']);
  expect(completeInBash(['serve', '--'])).toEqual([
    ...optionList.map(({ name }) => `--${name}`),
    '--help',
  ]);
  expect(completeInBash(['add', '--pri'])).toEqual(['--private']);
  expect(completeInBash(['serve', '--telemetry', ''])).toEqual(['on', 'off']);
  expect(completeInBash(['export', 'e'])).toEqual(['events', 'errors']);
  expect(completeInBash(['help', 'pu'])).toEqual(['publish']);
  expect(completeInBash(['add', 'a.mp4', '--title', ''])).toEqual([]);
});

test('bash completes files and directories, also with odd names', () => {
  const directory = tempDirectory({ 'a film *.mp4': '', 'about.txt': '', 'a\\b.txt': '' });
  mkdirSync(join(directory, 'archive'));
  expect(completeInBash(['add', 'a'], directory).toSorted()).toEqual([
    'a film *.mp4',
    'a\\b.txt',
    'about.txt',
    'archive',
  ]);
  expect(completeInBash(['add', '--media', 'a'], directory)).toEqual(['archive']);
});

test('the script for zsh has every command and option, and zsh accepts it where it is installed', () => {
  const text = execFileSync(process.execPath, [script, 'completion', 'zsh'], { encoding: 'utf8' });
  for (const { name, options } of commands) {
    expect(text).toContain(`    ${name}) _arguments `);
    for (const option of options) expect(text).toContain(`--${option.name}[`);
  }
  const file = join(tempDirectory(), '_offstage');
  writeFileSync(file, text);
  const zsh = ['/usr/bin/zsh', '/bin/zsh'].find((path) => existsSync(path));
  if (zsh === undefined) return;
  const ask = `autoload -U compinit; compinit -D; source ${file}; print -r -- $_comps[offstage]`;
  expect(execFileSync(zsh, ['-fc', ask], { encoding: 'utf8' })).toBe('_offstage\n');
});

test('another shell is refused with 2', () => {
  expect(() =>
    execFileSync(process.execPath, [script, 'completion', 'fish'], { stdio: 'pipe' }),
  ).toThrow('There is no completion for "fish"; use bash or zsh.');
});
