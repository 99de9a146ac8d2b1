import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { explainedIn, optionTable } from '../../../../scripts/lib/option-table.js';
import { optionList } from '../../../../server/options/server-options.js';

const names = optionList.map(({ name }) => name);

test('the table of options links only options that exist, to documents that exist', () => {
  expect([...explainedIn.keys()].filter((name) => !names.includes(name))).toEqual([]);
  const from = new URL('../../../../docs/self-hosting/', import.meta.url);
  const files = [...explainedIn.values()].map((page) => fileURLToPath(new URL(page, from)));
  expect(files.filter((file) => !existsSync(file.replace(/#.*/, '')))).toEqual([]);
});

test('the table of options has a row for each option, with its link if it has one', () => {
  const rows = optionTable().split('\n').slice(2);
  expect(rows).toHaveLength(names.length);
  for (const [index, name] of names.entries()) {
    const page = explainedIn.get(name);
    const shown = page === undefined ? `\`--${name}\`` : `[\`--${name}\`](${page})`;
    expect(rows[index]).toContain(`| ${shown} |`);
  }
});
