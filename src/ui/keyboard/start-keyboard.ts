import type { ViewerAction } from '../../../shared/telemetry/viewer-action.ts';
import type { Early } from '../../page/keep-early.ts';
import type { Announcer } from '../controls/announcer.ts';
import { createKeyAnnouncer } from './key-announcer.ts';
import { readKey } from './read-key.ts';
import type { Shortcut, ShortcutDeps } from './table/shortcut.ts';
import { shortcuts } from './table/shortcuts.ts';

export interface KeyboardDeps extends ShortcutDeps {
  announcer: Announcer;
  onUse: (action: ViewerAction) => void;
}

const byKey: ReadonlyMap<string, Shortcut> = new Map(
  shortcuts.flatMap((shortcut) => shortcut.keys.map((key) => [key, shortcut])),
);

/** Focused elements that handle keys themselves, and which keys. */
const takers: readonly [string, RegExp][] = [
  // Text fields take every key; menus use letters to find an item.
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
  // The dialog's own handler closes it and returns the focus.
  ['dialog, [role=dialog]', /^( |Escape)$/],
];

/** @param keys `keydown` events of the page, including those from before this script loaded */
export function startKeyboard(
  keys: Pick<Early<KeyboardEvent>, 'subscribe'>,
  deps: KeyboardDeps,
): void {
  const announceAfter = createKeyAnnouncer(deps.store, deps.announcer);

  keys.subscribe((event) => {
    // The focused element has used the key. At the body, only `watchEarlyKeys` prevents the
    // default, to stop scrolling.
    if (event.defaultPrevented && event.target !== document.body) return;
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    const key = readKey(event);
    const shortcut = byKey.get(key);
    if (shortcut === undefined || isTaken(event.target, key)) return;
    if (shortcut.isPossible?.(deps) === false || shortcut.isAvailable?.(deps) === false) return;
    event.preventDefault();
    if (event.repeat && shortcut.repeats !== true) return;
    const { announcement } = shortcut;
    const announce =
      announcement === undefined
        ? null
        : announceAfter(() => announcement(deps), shortcut.isAwaited === true);
    shortcut.run(deps, key);
    announce?.();
    deps.onUse(shortcut.name);
  });
}

function isTaken(target: EventTarget | null, key: string): boolean {
  return (
    target instanceof Element &&
    takers.some(([selector, wanted]) => wanted.test(key) && target.closest(selector) !== null)
  );
}
