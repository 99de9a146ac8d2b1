import { describe, expect, test } from 'vitest';
import { startTestKeyboard } from './start-test-keyboard.ts';
import '../../speak-english.ts';

describe('keys with another owner', () => {
  test.each([
    ['a text field', '<input>', 'k'],
    ['a search field', '<input type="search">', '?'],
    ['a text area', '<textarea></textarea>', ' '],
    ['a list of choices', '<select></select>', 'm'],
    ['an editable element', '<p contenteditable="true"><b id="target">x</b></p>', 'k'],
    ['a menu', '<div role="menu"><button></button></div>', 'c'],
    ['a button, with its Space', '<button></button>', ' '],
    ['a link, with its Space', '<a href="#">x</a>', ' '],
    ['a slider, with its arrows', '<input type="range">', 'ArrowLeft'],
    ['a slider, with its page keys', '<input type="range">', 'Home'],
    ['a dialog, with its arrows', '<div role="dialog"><button></button></div>', 'ArrowDown'],
    ['a dialog, with its Escape', '<dialog open><button></button></dialog>', 'Escape'],
  ])('%s keeps them', (_, html, key) => {
    const keyboard = startTestKeyboard({ html });
    keyboard.panels.open('settings');
    const target = keyboard.root.querySelector('#target, input, textarea, select, button, a');
    expect(target).not.toBeNull();
    expect(keyboard.press(key, {}, target ?? document.body)).toBe(false);
    expect(keyboard.reported).toEqual([]);
    expect(keyboard.used).toEqual([]);
  });

  test.each([
    ['Ctrl', { ctrlKey: true }],
    ['Alt', { altKey: true }],
    ['the command key', { metaKey: true }],
    ['a composition (IME)', { isComposing: true }],
    ['Shift, with a letter that has no use with it', { shiftKey: true }],
  ])('with %s they are the browser’s', (_, init) => {
    const keyboard = startTestKeyboard({});
    expect(keyboard.press('k', init)).toBe(false);
    expect(keyboard.reported).toEqual([]);
  });

  test('have no further effect once a control has used them', () => {
    const keyboard = startTestKeyboard({ html: '<button></button>' });
    const button = keyboard.root.querySelector('button') ?? document.body;
    button.addEventListener('keydown', (event) => event.preventDefault());
    keyboard.press('m', {}, button);
    expect(keyboard.reported).toEqual([]);
  });

  test('stay the page’s if they have no effect', () => {
    const keyboard = startTestKeyboard({ deps: { hasControls: false, allowFullscreen: false } });
    // No captions, no list, no frame to show, nothing open.
    for (const key of ['c', '+', ',', 'Escape', 'f', '?', 't', 'x'])
      expect(keyboard.press(key), key).toBe(false);
    expect(keyboard.press('N', { shiftKey: true })).toBe(false);
    expect(keyboard.reported).toEqual([]);
  });

  test('all stay the page’s with disablekb', () => {
    const keyboard = startTestKeyboard({ isOff: true });
    expect(keyboard.press(' ')).toBe(false);
    expect(keyboard.press('k')).toBe(false);
    expect(keyboard.reported).toEqual([]);
  });
});

describe('a key', () => {
  test('works on a focused button unless the button uses it', () => {
    const keyboard = startTestKeyboard({ html: '<button></button>' });
    expect(keyboard.press('k', {}, keyboard.root.querySelector('button') ?? document.body)).toBe(
      true,
    );
    expect(keyboard.reported).toEqual(['play']);
    expect(keyboard.used).toEqual(['toggle_play']);
  });

  test('that is held down repeats if that makes sense, and toggles only once', () => {
    const keyboard = startTestKeyboard({});
    keyboard.press('ArrowUp');
    keyboard.press('ArrowUp', { repeat: true });
    keyboard.press('m');
    // It still does not reach the page.
    expect(keyboard.press('m', { repeat: true })).toBe(true);
    expect(keyboard.used).toEqual(['volume_up', 'volume_up', 'toggle_mute']);
  });

  test('from before the script has loaded is obeyed later, and the page around does not scroll', () => {
    const keyboard = startTestKeyboard({ isLate: true });
    expect(keyboard.press(' ')).toBe(true);
    keyboard.press('m');
    expect(keyboard.reported).toEqual([]);
    keyboard.start();
    expect(keyboard.reported).toEqual(['play', 'mute']);
  });

  test('opens the help and closes it', () => {
    const keyboard = startTestKeyboard({});
    keyboard.press('?', { shiftKey: true });
    expect(keyboard.panels.getState().name).toBe('shortcuts');
    keyboard.press('Escape');
    expect(keyboard.panels.getState().name).toBeNull();
  });

  test('steps from frame to frame only while the video is paused', () => {
    const keyboard = startTestKeyboard({});
    keyboard.store.dispatch({ type: 'first_frame' });
    keyboard.press('.');
    expect(keyboard.reported).toEqual([`seekTo ${1 / 30}`]);
    keyboard.store.dispatch({ type: 'starting' });
    expect(keyboard.press('.')).toBe(false);
  });
});

describe('a screen reader announces', () => {
  test('a key’s effect, once the player’s state shows it [feature-key-messages]', async () => {
    const keyboard = startTestKeyboard({});
    keyboard.press('ArrowDown');
    keyboard.store.dispatch({ type: 'volume', volume: 95, isMuted: false });
    await expect.poll(keyboard.announcer.text.get).toBe('Volume 95%');
  });

  test('a late effect too, and the present state if nothing changes', async () => {
    const keyboard = startTestKeyboard({});
    keyboard.press('ArrowUp');
    await expect.poll(keyboard.announcer.text.get).toBe('Volume 100%');
    keyboard.store.dispatch({ type: 'volume', volume: 100, isMuted: true });
    expect(keyboard.announcer.text.get()).toBe('Muted');
  });

  test('the same words again as a new message', () => {
    const { announcer } = startTestKeyboard({});
    const received: string[] = [];
    announcer.text.subscribe(() => received.push(announcer.text.get().trim()));
    announcer.announce('Volume 100%');
    announcer.announce('Volume 100%');
    announcer.announce('Volume 100%');
    expect(received).toEqual(['Volume 100%', 'Volume 100%', 'Volume 100%']);
  });
});
