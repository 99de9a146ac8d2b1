import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { visibleLine } from '../../../../server/operator/log/visible-text.js';
import { shellWord } from '../../../../server/options/shell-word.js';

const texts = [
  'film.mp4',
  '',
  `It's "my" $(exit 9) \`exit 9\` #1 50% a?b * ~ & ; | < > ! \\`,
  '~/film',
  '--title',
  'שלום',
  `\u202e'\u001b[2J\n\\\u2066`,
];

const shells = ['bash', 'zsh'].filter(
  (name) => existsSync(`/bin/${name}`) || existsSync(`/usr/bin/${name}`),
);

test.each(shells.flatMap((shell) => texts.map((text) => ({ shell, text }))))(
  '$shell reads the word for $text, as a terminal shows it, as this text',
  ({ shell, text }) => {
    const line = `printf '%s.' ${visibleLine(shellWord(text))}`;
    const env = { ...process.env, LC_ALL: 'C.UTF-8' };
    expect(execFileSync(shell, ['-c', line], { encoding: 'utf8', env })).toBe(`${text}.`);
  },
);

test('a word that no shell interprets stays as it is', () => {
  expect(shellWord('/media/film-1_a.mp4')).toBe('/media/film-1_a.mp4');
});
