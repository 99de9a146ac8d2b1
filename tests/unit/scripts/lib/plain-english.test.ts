import { describe, expect, test } from 'vitest';
import { proseProblems } from '../../../../scripts/lib/plain-english.js';

const namesActor = 'name the actor, or use the passive';
const writesAgain = 'write “again”';
const beginsWithSubject = 'begin with the subject: “The worker drops …”';
const wraps = 'wrap comments at 100 columns';

/** Each problem as its line and advice. */
const advice = (file: string, lines: readonly string[]) =>
  proseProblems(file, lines.join('\n')).map(({ line, advice }) => [line, advice]);

const inCode = (...lines: string[]) => advice('a.ts', lines);
const inDocument = (...lines: string[]) => advice('a.md', lines);

/** `npm run check` checks this file too, so comments with problems are not written out. */
const comment = (text: string) => `// ${text}`;

describe('in code', () => {
  test('plain sentences have no problems', () => {
    const lines = [
      '/** Maximum queued entries; when full, the oldest are dropped and counted. */',
      'const limit = 5; // Chromium fires this event twice.',
    ];
    expect(inCode(...lines)).toEqual([]);
  });

  test('a problem has the line, its text and advice', () => {
    expect(proseProblems('a.ts', 'run();\n// Starts anew.\n')).toEqual([
      { line: 2, text: 'Starts anew.', advice: writesAgain },
    ]);
  });

  test.each([
    ['nobody', namesActor],
    ['Everybody', namesActor],
    ['whoever', 'name the actor'],
    ['anew', writesAgain],
    ['thereof', 'name the thing'],
    ['shall', 'write “must”, or the present tense'],
    ['told', 'write “reported”, “notified”, “set”, “requested”'],
    ['so many', 'write “up to N”, “this number of”, “when full”'],
    ['as long as there', 'write “up to” or “while”'],
  ])('“%s” in a comment gets advice', (word, expected) => {
    expect(inCode(`// The player ${word}.`)).toEqual([[1, expected]]);
  });

  test.each(['nobodyKnows', 'foretold', 'shallow', 'renewal'])(
    'the word “%s” only contains one of them',
    (word) => {
      expect(inCode(`// The ${word} copy.`)).toEqual([]);
    },
  );

  test('all kinds of comments are checked', () => {
    const lines = [
      '/** Starts anew. */',
      '/**',
      ' * The first line.',
      ' * Starts anew.',
      ' * @param {string} name started anew',
      ' */',
      `  ${comment('Starts anew.')}`,
      `run(); ${comment('Starts anew.')}`,
    ];
    expect(inCode(...lines).map(([line]) => line)).toEqual([1, 4, 5, 7, 8]);
  });

  test('code may use any word', () => {
    expect(inCode("const told = 'nobody'; shall(anew);", 'export const What = said;')).toEqual([]);
  });

  test('inline code and examples in comments are code', () => {
    const lines = [
      '/**',
      ' * Sets `told` once.',
      ' * ```ts',
      ' * What told = nobody;',
      ' * ```',
      ' * Starts anew.',
      ' */',
    ];
    expect(inCode(...lines)).toEqual([[6, writesAgain]]);
  });

  test('a comment does not open with “What”, “Of”, “Who” or “Whose”', () => {
    const lines = [
      '// What the worker drops.',
      'run();',
      '/** Of a video. */',
      `run(); ${comment('Who asks.')}`,
      'run();',
      '/**',
      ' * Whose turn it is.',
      ' */',
    ];
    expect(inCode(...lines)).toEqual([1, 3, 4, 7].map((line) => [line, beginsWithSubject]));
  });

  test('each paragraph of a comment is checked, but not its other lines', () => {
    const lines = [
      '/**',
      ' * The server decides',
      ' * What is kept.',
      ' *',
      ' * What it drops is counted.',
      ' */',
    ];
    expect(inCode(...lines)).toEqual([[5, beginsWithSubject]]);
  });

  test('a tag may have any opening', () => {
    expect(inCode('/** @param name What the worker drops */')).toEqual([]);
  });

  test('a parameter may have any name', () => {
    expect(inCode('/** @param {string} told the answer */')).toEqual([]);
    expect(inCode('/** @param {string} name told */').map(([line]) => line)).toEqual([1]);
  });

  test('a question may open with “What is”', () => {
    expect(inCode('// What is a stall? The media has run out.')).toEqual([]);
    expect(inCode('// What is dropped. Is it counted?')).toEqual([[1, beginsWithSubject]]);
  });

  test('a comment has up to 100 columns', () => {
    const longest = `// ${'x'.repeat(97)}`;
    expect(inCode(longest, `${longest}x`, ` * ${'x'.repeat(98)}`)).toEqual([
      [2, wraps],
      [3, wraps],
    ]);
    expect(inCode(`const text = '${'x'.repeat(100)}';`)).toEqual([]);
  });

  test('a comment with a long URL need not be wrapped', () => {
    const url = `https://bugs.example/${'x'.repeat(60)}`;
    expect(inCode(`// The browser ignores the event while the page is hidden: ${url}`)).toEqual([]);
    expect(inCode(`// ${'A short URL. '.repeat(8)} https://bugs.example/1`)).toEqual([[1, wraps]]);
  });

  test('problems come in the order of their lines', () => {
    const long = `// ${'x'.repeat(98)}`;
    expect(inCode(long, '// Starts anew.', long).map(([line]) => line)).toEqual([1, 2, 3]);
  });

  test('a style sheet’s comments are checked', () => {
    expect(advice('a.css', ['.told {', '  /* Starts anew. */', '}'])).toEqual([[2, writesAgain]]);
  });
});

describe('in a document', () => {
  test('every line is checked, whatever stands before its text', () => {
    const lines = ['# Anew', '', 'Nobody.', '', '- Nobody.', '> Nobody.', '| a | nobody |'];
    expect(inDocument(...lines)).toEqual([
      [1, writesAgain],
      ...[3, 5, 6, 7].map((line) => [line, namesActor]),
    ]);
  });

  test('inline code, code fences and link targets are not prose', () => {
    const lines = [
      'Set `nobody` in [the guide](nobody.md).',
      '',
      '```js',
      'What(told, nobody);',
      '```',
      '~~~',
      'told',
      '~~~',
      '',
      'It starts anew.',
    ];
    expect(inDocument(...lines)).toEqual([[10, writesAgain]]);
  });

  test('the first line of a paragraph does not open with “What”', () => {
    const lines = ['What it drops is counted.', 'What it keeps is not.', '', 'Of a video.'];
    expect(inDocument(...lines)).toEqual([1, 4].map((line) => [line, beginsWithSubject]));
  });

  test('headings and questions may open with “What”', () => {
    expect(inDocument('# What it costs', '', 'What is a stall?')).toEqual([]);
  });

  test('lines have any length', () => {
    expect(inDocument(`* ${'The worker drops them. '.repeat(9)}`)).toEqual([]);
  });
});
