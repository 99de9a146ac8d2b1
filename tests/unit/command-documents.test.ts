import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commandHelp } from '../../server/cli/command-help.js';
import { commands } from '../../server/cli/commands.js';
import { doctorLimits } from '../../server/cli/doctor/doctor-limits.ts';
import { listChecks } from '../../server/cli/doctor/list-checks.ts';
import { exitCodes } from '../../server/cli/exit-codes.js';
import { helpText } from '../../server/options/help-text.js';
import { parseOptions } from '../../server/options/parse-options.js';
import { optionList } from '../../server/options/server-options.js';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

test('the table of options has every option that --help lists', () => {
  const text = read('docs/self-hosting/options.md');
  const options = [...helpText('/').matchAll(/^ {2}(--[\w-]+).*?(OFFSTAGE_\w+)?\)?$/gm)];
  expect(options.length).toBeGreaterThan(5);
  for (const [, option, variable] of options) {
    if (option !== '--help') expect(text).toContain(`\`${option}\``);
    if (variable) expect(text).toContain(`\`${variable}\``);
  }
});

test('it has each option’s variable with its default, the same on every machine', () => {
  const text = read('docs/self-hosting/options.md');
  const rows = text
    .slice(text.indexOf('<!-- options -->'), text.indexOf('<!-- /options -->'))
    .split('\n');
  for (const { env, name, fallback, help } of optionList) {
    const row = rows.find((line) => line.includes(`\`--${name}\``)) ?? '';
    expect(row).toContain(`| \`${env}\` |`);
    expect(row).toContain(help.replaceAll('|', '\\|'));
    expect(row).toContain(
      fallback === '' ? '| – |' : `| \`${name === 'media' ? 'media' : fallback}\` |`,
    );
  }
});

const ofServer = new Set(optionList.map(({ name }) => name));

test('docs/doctor.md explains every check, and the deadlines and thresholds that the code holds', () => {
  const text = read('docs/doctor.md').replaceAll(/\s+/g, ' ');
  const argv = ['--store', 'postgres://a/b', '--store-replica', 'postgres://c/d'];
  const names = [[], argv].flatMap((args) => {
    const options = parseOptions(args, {}, '/');
    if (!options.ok || options.value === 'help') throw new Error('no options');
    const installation = { options: options.value, origin: 'https://a', env: {}, now: Date.now };
    return listChecks(installation).map(({ name }) => name);
  });
  const rows = text.slice(text.indexOf('## The checks'));
  for (const name of names) expect(rows).toMatch(new RegExp(`\\| [^|]*\`${name}\`[^|]* \\|`));
  const { storeMs, answerMs, answerMaxBytes, certificateWarningMs } = doctorLimits;
  const { clockWarningMs, clockProblemMs, freeWarningBytes, freeProblemBytes } = doctorLimits;
  for (const sentence of [
    `If that is longer than ${storeMs / 1_000} s`,
    `${answerMaxBytes.toLocaleString('en')} bytes are read, and after ${answerMs / 1_000} s`,
    `less than ${certificateWarningMs / 86_400_000} days is a warning`,
    `${clockWarningMs / 1_000} s apart is a warning, ${clockProblemMs / 60_000} minutes a problem`,
    `less than ${freeWarningBytes / 1e9} GB is a warning, less than ${freeProblemBytes / 1e6} MB a problem`,
  ])
    expect(text).toContain(sentence);
});

test('docs/command-line.md and the help have the exit codes of the table', () => {
  const text = read('docs/command-line.md');
  const help = commandHelp(null, '/');
  for (const { code, meaning } of exitCodes) {
    expect(text).toContain(`| ${code} | ${meaning} |`);
    expect(help).toContain(`${code}  ${meaning}`);
  }
});

test('docs/command-line.md has every command with its summary, and every option', () => {
  const text = read('docs/command-line.md');
  for (const { name, summary, options } of commands) {
    expect(text).toMatch(
      new RegExp(`^\\| (\\[)?\`${name}\`(\\]\\(#[\\w-]+\\))? \\| ${summary} \\|$`, 'm'),
    );
    // `doctor` has all options of the server, which docs/self-hosting/options.md lists.
    const own =
      name === 'doctor' ? options.filter((option) => !ofServer.has(option.name)) : options;
    for (const option of own) {
      const usage =
        option.placeholder === undefined ? option.name : `${option.name} ${option.placeholder}`;
      const isNamed = [`\`--${usage.replaceAll('|', '\\|')}\``, `\`--${option.name}\``].some(
        (shown) => text.includes(shown),
      );
      expect(isNamed, `offstage ${name} --${usage}`).toBe(true);
    }
  }
});
