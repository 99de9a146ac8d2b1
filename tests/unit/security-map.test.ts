import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isThere, readNamedTests } from './support/named-tests.ts';

const text = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8');
const threats = [...text.matchAll(/^\| ([^|]+) \| [^|]+ \| ([^|]+) \|$/gm)]
  .filter(([, threat]) => threat !== 'threat' && threat !== '---')
  .map(([, threat = '', shown = '']) => ({ threat, shown }));

/** Only somebody who asks the registry can tell. */
const untestable = ['A known hole'];

test.each([
  'The host page',
  'A sibling or nested frame',
  'The network',
  'Who watches',
  'The provider’s scripts, styles and settings',
  'An attacker on the server',
  'Who steals the disk',
  'A dependency',
])('the threat model has a table of threats for: %s', (actor) => {
  const [, after = ''] = text.replaceAll("'", '’').split(`## ${actor}\n`);
  expect(after.split('\n## ')[0]).toContain('| threat | answer | test |');
});

test.each(threats.filter(({ threat }) => !untestable.includes(threat)))(
  'a test shows the answer to: $threat',
  ({ shown }) => {
    const tests = readNamedTests(shown);
    expect(tests).not.toEqual([]);
    expect(tests.filter((named) => !isThere(named))).toEqual([]);
  },
);
