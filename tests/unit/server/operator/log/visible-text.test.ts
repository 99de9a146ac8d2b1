import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '../../../../../server/operator/log/create-log.ts';
import { visibleLine, visibleText } from '../../../../../server/operator/log/visible-text.js';
import { sampleMp4 } from '../../support/media-samples.ts';
import { testOptions } from '../../support/start-test-server.ts';
import { tempDirectory } from '../../support/temp-directory.ts';

/**
 * A window title, a bell, colours by C1, text from right to left, and a line that imitates another.
 */
const hostile =
  'a\u001b]0;owned\u0007b\u009b31mc\u202egp4.exe\u2066d\nwarning: forged\re\u007ff\u2028g';
const visible = String.raw`a\u001b]0;owned\u0007b\u009b31mc\u202egp4.exe\u2066d\u000awarning: forged\u000de\u007ff\u2028g`;
const obeyed =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no output may have them
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/;

test('control characters in a line are escaped visibly', () => {
  expect(visibleLine(hostile)).toBe(visible);
  expect(visibleLine('Ünï “quoted” \u{1f3ac}\u200d\u{1f308} \\n')).toBe(
    'Ünï “quoted” \u{1f3ac}\u200d\u{1f308} \\n',
  );
});

test('every control character and every bidirectional control is escaped visibly [attack-L6]', () => {
  const range = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const codes = [
    ...[...range(0x00, 0x1f), ...range(0x7f, 0x9f), 0x061c, 0x200e, 0x200f],
    ...[...range(0x2028, 0x202e), ...range(0x2066, 0x2069), 0xfeff],
  ];
  for (const code of codes) {
    const shown = `\\u${code.toString(16).padStart(4, '0')}`;
    expect(visibleLine(`a${String.fromCharCode(code)}b`)).toBe(`a${shown}b`);
  }
});

test('lines stay lines, and JSON keeps its meaning', () => {
  expect(visibleText('a\r\n\tb\n\u001bc\rd')).toBe(String.raw`a${'\r\n\t'}b${'\n'}\u001bc\u000dd`);
  const json = JSON.stringify({ title: hostile });
  expect(JSON.parse(visibleText(json))).toEqual({ title: hostile });
  expect(visibleText(json)).not.toMatch(obeyed);
});

test.each(['text', 'json'] as const)(
  'a log as %s has no control characters for a terminal',
  (format) => {
    const printed: string[] = [];
    const print = (text: string) => void printed.push(text);
    const log = createLog({ format, print, printError: print, now: () => 0 });
    log.info('X', hostile);
    log.warn('X', hostile);
    log.error('X', hostile);
    log.error('X', new Error(hostile));
    log.error('X', new Error(hostile), { requestId: hostile });
    expect(printed).toHaveLength(5);
    expect(printed.join('')).not.toMatch(obeyed);
    expect(printed.slice(0, 3).join('')).not.toContain('\n');
  },
);

const root = (path: string) => fileURLToPath(new URL(`../../../../../${path}`, import.meta.url));

function start(script: string, args: readonly string[]) {
  const child = spawn(process.execPath, [root(script), ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  const until: { text: string; found: () => void }[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      for (const { text: wanted, found } of until) if (output.includes(wanted)) found();
    });
  return {
    child,
    output: () => output,
    says: (text: string) => new Promise<void>((found) => until.push({ text, found })),
  };
}

const names = {
  [`${hostile}.mp4`]: 'This is no film.',
  [`${hostile}.json`]: '{private}',
  'good.mp4': sampleMp4,
};

test('a server’s start messages name files without control characters for the terminal [attack-L6]', async () => {
  const options = testOptions({ mediaDir: tempDirectory(names) });
  const { output, says } = start('tests/unit/server/support/run-test-server.ts', [
    JSON.stringify(options),
  ]);
  await says('Media');
  expect(output()).toContain(`warning: ${visible}.mp4: cannot be played`);
  expect(output()).toContain(`warning: ${visible}.json: `);
  expect(output()).not.toMatch(obeyed);
  expect(output()).not.toMatch(/^warning: forged/m);
});

test('a command names files, titles and its own arguments without control characters for the terminal [attack-L6]', async () => {
  const mediaDir = tempDirectory({ ...names, 'good.json': JSON.stringify({ title: hostile }) });
  const calls = [
    ['list', '--media', mediaDir],
    ['remove', '--media', mediaDir, hostile],
    ['add', '--media', mediaDir, `/nowhere/${hostile}`],
    ['export', 'events', '--data', `/nowhere/${hostile}`],
  ];
  const outputs = await Promise.all(
    calls.map(async (args) => {
      const { child, output } = start('server/cli/main.ts', args);
      await once(child, 'close');
      return output();
    }),
  );
  for (const output of outputs) {
    expect(output).not.toBe('');
    expect(output).not.toMatch(obeyed);
  }
});
