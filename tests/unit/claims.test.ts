import { describe, expect, test } from 'vitest';
import {
  checkClaims,
  idsInSource,
  idsInTitle,
  readClaims,
  withProofs,
} from '../../scripts/lib/claims.js';

/** Composed, so that `npm run docs` does not read this file as the proof of these claims. */
const withIds = (title: string, ...ids: string[]) => `${title} [${ids.join(', ')}]`;

const claim = { id: 'spec-9.8', document: 'docs/specification.md', files: ['a.test.ts'] };
const proof = {
  file: 'a.test.ts',
  title: withIds('a.test.ts › holds 100 events', 'spec-9.8'),
  outcome: 'passed' as const,
  durationMs: 1,
  message: '',
};
const failed = { ...proof, outcome: 'failed' as const };
const skipped = { ...proof, outcome: 'other' as const };

/** @returns the sentences about these tests, all of one suite */
const check = (tests: (typeof proof | typeof failed | typeof skipped)[], claims = [claim]) =>
  checkClaims(claims, new Map([['unit', tests]]));

describe('a claim is not proved', () => {
  test('when its suite left no report, or a broken one', () => {
    expect(check([])).toEqual([
      'unit left no readable report of this run, so its tests prove nothing.',
      'spec-9.8: no test with this id ran in a.test.ts.',
    ]);
  });

  test('when its test was filtered out', () => {
    const other = { ...proof, title: 'a.test.ts › other' };
    expect(check([other])).toEqual(['spec-9.8: no test with this id ran in a.test.ts.']);
  });

  test('when its test was skipped', () => {
    expect(check([skipped])).toEqual([`spec-9.8: “${proof.title}” was skipped.`]);
  });

  test('when its test failed', () => {
    expect(check([failed])).toEqual([`spec-9.8: “${proof.title}” failed.`]);
  });

  test('when one of two tests with its id failed', () => {
    const second = { ...failed, title: withIds('a.test.ts › holds no 101st event', 'spec-9.8') };
    expect(check([proof, second])).toEqual([`spec-9.8: “${second.title}” failed.`]);
  });

  test('when its test passed over SQLite and failed over PostgreSQL', () => {
    const reports = new Map([
      ['unit', [proof]],
      ['postgres', [failed]],
    ]);
    expect(checkClaims([claim], reports)).toEqual([`spec-9.8: “${proof.title}” failed.`]);
  });

  test('when its suite was cut short, and none of its files ran', () => {
    const claims = [{ ...claim, files: ['b.test.ts', 'c.test.ts'] }];
    expect(check([{ ...proof, title: 'a.test.ts › other' }], claims)).toEqual([
      'spec-9.8: no test with this id ran in b.test.ts, c.test.ts.',
    ]);
  });

  test('when one of its two files ran no test of it', () => {
    const claims = [{ ...claim, files: ['a.test.ts', 'e2e/b.test.ts'] }];
    expect(check([proof], claims)).toEqual([
      'spec-9.8: no test with this id ran in e2e/b.test.ts.',
    ]);
  });

  test('when its document names no test, or not all', () => {
    expect(check([proof], [{ ...claim, files: [] }])).toEqual([
      'spec-9.8: docs/specification.md names no test; docs/specification.md does not name a.test.ts (npm run docs adds it).',
    ]);
  });

  test('when another row has its id', () => {
    expect(check([proof], [claim, { ...claim, document: 'docs/features.md' }])).toEqual([
      'spec-9.8: docs/features.md uses an id that another row has.',
    ]);
  });
});

test('an id without a document is a problem', () => {
  const title = withIds('a.test.ts › is new', 'spec-9.8', 'feature-new');
  expect(check([{ ...proof, title }])).toEqual([
    `feature-new: no document names the id of “${title}”.`,
  ]);
});

test('each claim has one sentence, with all reasons', () => {
  const claims = [{ ...claim, files: ['a.test.ts', 'b.test.ts'] }];
  expect(check([failed, failed, skipped], claims)).toEqual([
    `spec-9.8: no test with this id ran in b.test.ts; “${proof.title}” failed; “${proof.title}” was skipped.`,
  ]);
});

test('a claim is proved when all of its tests ran and passed, in each project that has them', () => {
  const reports = new Map([
    [
      'unit',
      [proof, { ...proof, title: withIds('a.test.ts › and more', 'threat-flood', 'spec-9.8') }],
    ],
    ['postgres', [proof]],
  ]);
  const claims = [
    claim,
    { id: 'threat-flood', document: 'docs/security.md', files: ['a.test.ts'] },
  ];
  expect(checkClaims(claims, reports)).toEqual([]);
});

test('a title has its ids at its end and at the ends of its groups, and no other text in brackets', () => {
  const group = withIds('a › group', 'attack-H1');
  expect(idsInTitle(withIds(`${group} › reads [1, 2] and [x]`, 'spec-9.13', 'spec-9.14'))).toEqual([
    'attack-H1',
    'spec-9.13',
    'spec-9.14',
  ]);
});

test('sources have ids only at the ends of titles', () => {
  const title = withIds('adds', 'spec-2.1', 'feature-keys');
  const text = `test('${title}', () => {}); // see [spec-2.2]\nexpect('[spec-2.3] x');`;
  expect(idsInSource(text)).toEqual(['spec-2.1', 'feature-keys']);
});

test('npm run docs writes the tests of each claim into its row', () => {
  const text =
    '| says | id | tests |\n| --- | --- | --- |\n| a | `spec-2.1` | – |\n| b | `spec-2.2` | `old` |\n';
  const written = withProofs(text, new Map([['spec-2.1', ['a.test.ts', 'e2e/b.test.ts']]]));
  expect(written).toContain(
    '| a | `spec-2.1` | `a.test.ts` `e2e/b.test.ts` |\n| b | `spec-2.2` | – |',
  );
  expect(readClaims(written, 'x.md')).toEqual([
    { id: 'spec-2.1', document: 'x.md', files: ['a.test.ts', 'e2e/b.test.ts'] },
    { id: 'spec-2.2', document: 'x.md', files: [] },
  ]);
});
