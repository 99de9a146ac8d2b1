import { expect, test } from 'vitest';
import { helpText } from '../../../../server/options/help-text.js';
import { parseOptions } from '../../../../server/options/parse-options.js';
import { optionList } from '../../../../server/options/server-options.js';

test('help is shown even when later arguments are wrong, and lists every option and variable', () => {
  expect(parseOptions(['--help', '--nonsense'], {})).toEqual({ ok: true, value: 'help' });
  for (const { name, env } of optionList) {
    expect(helpText('/')).toContain(`--${name} `);
    expect(helpText('/')).toContain(env);
  }
});

test('the help text groups the options by subject, each option once', () => {
  const lines = helpText('/').split('\n');
  const titles = lines.filter((line) => /^[A-Z][a-z ]+:$/.test(line));
  expect(titles).toEqual([
    'Network:',
    'Videos and store:',
    'Player pages:',
    'Experiments:',
    'Access:',
    'Running:',
  ]);
  expect(lines[lines.indexOf('Access:') + 1]).toContain('--token TOKEN');
  const names = [...helpText('/').matchAll(/^ {2}--([\w-]+)/gm)].map(([, name]) => name);
  expect(names).toEqual([...optionList.map(({ name }) => name), 'help']);
  expect(new Set(names).size).toBe(names.length);
});

test('no two options share an environment variable, and each variable is named after its option', () => {
  for (const { name, env } of optionList)
    expect(env).toBe(`OFFSTAGE_${name.toUpperCase().replaceAll('-', '_')}`);
});
