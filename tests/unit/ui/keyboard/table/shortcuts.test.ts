import { expect, test } from 'vitest';
import { shortcutGroups } from '../../../../../src/ui/keyboard/table/shortcut.ts';
import { shortcuts } from '../../../../../src/ui/keyboard/table/shortcuts.ts';
import '../../../../speak-english.ts';

test('no key has two actions', () => {
  const keys = shortcuts.flatMap((shortcut) => shortcut.keys);
  expect(keys).toEqual([...new Set(keys)]);
});

test('every key of YouTube’s that makes sense in an embed works [feature-keys]', () => {
  const keys = shortcuts.flatMap((shortcut) => shortcut.keys);
  const youtube = [
    ...[' ', 'k', 'j', 'l', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'm', 'f', 'c', 'i'],
    ...[
      ...'0123456789',
      '<',
      '>',
      ',',
      '.',
      'Home',
      'End',
      'Shift+n',
      'Shift+p',
      '+',
      '-',
      'Escape',
      '?',
    ],
  ];
  expect(keys).toEqual(expect.arrayContaining(youtube));
});

test('the help has a group and a sentence for each [feature-keys]', () => {
  for (const { group, label, keys, shownKeys = keys } of shortcuts) {
    expect(shortcutGroups).toContain(group);
    expect(label()).toMatch(/\S/);
    expect(shownKeys.length).toBeGreaterThan(0);
  }
});
