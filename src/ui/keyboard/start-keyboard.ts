import type { ViewerAction } from '../../../shared/viewer-action.ts';
import type { Early } from '../../keep-early.ts';
import type { Announcer } from '../announcer.ts';
import { readKey } from './read-key.ts';
import { sayWhenItIs } from './say-when-it-is.ts';
import { type Shortcut, type ShortcutDeps, shortcuts } from './shortcuts.ts';

export interface KeyboardDeps extends ShortcutDeps {
  announcer: Announcer;
  onUse: (action: ViewerAction) => void;
}

const byKey: ReadonlyMap<string, Shortcut> = new Map(
  shortcuts.flatMap((shortcut) => shortcut.keys.map((key) => [key, shortcut])),
);

/** What has the focus and wants keys of its own: which of them. */
const takers: readonly [string, RegExp][] = [
  // Whoever types, or looks for an item by its letter.
  [
    'input:not([type=range]), textarea, select, [contenteditable]:not([contenteditable=false])',
    /./,
  ],
  ['[role=menu], [role=listbox], [role=combobox], [role=textbox], [role=searchbox]', /./],
  ['button, a[href], summary, [role=button], [role=tab], [role=option]', /^( |Enter)$/],
  [
    '[type=range], [role=slider], dialog, [role=dialog], [role=tablist]',
    /^(Arrow.*|Page.*|Home|End)$/,
  ],
  // Its own handler closes it and puts the focus back.
  ['dialog, [role=dialog]', /^( |Escape)$/],
];

/** @param keys the page's own `keydown` events, from before this script had come as well */
export function startKeyboard(keys: Pick<Early<KeyboardEvent>, 'take'>, deps: KeyboardDeps): void {
  const say = sayWhenItIs(deps.store, deps.announcer);

  keys.take((event) => {
    // What has the focus has used it. At the body nothing has; there, whoever keeps keys has the page not scroll.
    if (event.defaultPrevented && event.target !== document.body) return;
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    const key = readKey(event);
    const shortcut = byKey.get(key);
    if (shortcut === undefined || isTaken(event.target, key)) return;
    if (shortcut.isPossible?.(deps) === false || shortcut.isThere?.(deps) === false) return;
    event.preventDefault();
    if (event.repeat && shortcut.repeats !== true) return;
    const { says } = shortcut;
    const tell = says === undefined ? null : say(() => says(deps), shortcut.isAwaited === true);
    shortcut.run(deps, key);
    tell?.();
    deps.onUse(shortcut.name);
  });
}

function isTaken(target: EventTarget | null, key: string): boolean {
  return (
    target instanceof Element &&
    takers.some(([selector, wanted]) => wanted.test(key) && target.closest(selector) !== null)
  );
}
