import { onTestFinished } from 'vitest';
import { createValue } from '../../../src/parts/create-value.ts';
import { createPlayerStore } from '../../../src/player/state/player-store.ts';
import { createAnnouncer } from '../../../src/ui/controls/announcer.ts';
import { createPanelStore } from '../../../src/ui/controls/panels/panel-store.ts';
import { type KeyboardDeps, startKeyboard } from '../../../src/ui/keyboard/start-keyboard.ts';
import { watchEarlyKeys } from '../../../src/ui/shell/early-keys.ts';

interface TestKeyboardOptions {
  html?: string;
  isOff?: boolean;
  /** Presses keys before the script that obeys them has loaded. */
  isLate?: boolean;
  deps?: Partial<KeyboardDeps>;
}

/** The keyboard on its own page, with a controller that only records its calls. */
export function startTestKeyboard({
  html = '',
  isOff = false,
  isLate = false,
  deps = {},
}: TestKeyboardOptions) {
  const life = new AbortController();
  const root = document.createElement('div');
  root.innerHTML = html;
  document.body.append(root);
  onTestFinished(() => {
    life.abort();
    root.remove();
  });

  const reported: string[] = [];
  const used: string[] = [];
  const store = createPlayerStore();
  const controller = new Proxy({} as KeyboardDeps['controller'], {
    get: (_, name) => (value?: unknown) =>
      reported.push(value === undefined ? String(name) : `${String(name)} ${value}`),
  });
  const empty = async () => () => null;
  const panels = createPanelStore({
    settings: empty,
    chapters: empty,
    shortcuts: empty,
    context_menu: empty,
    copy: empty,
    share: empty,
    transcript: empty,
    playlist: empty,
  });
  const announcer = createAnnouncer();
  const keys = watchEarlyKeys(isOff, life.signal);
  const start = () =>
    startKeyboard(keys, {
      controller,
      store,
      panels,
      announcer,
      video: document.createElement('video'),
      pictureInPicture: {
        isPossible: true,
        isOn: createValue(false),
        toggle: () => reported.push('pictureInPicture'),
      },
      hasControls: true,
      allowFullscreen: true,
      languages: () => ['en'],
      onUse: (action) => used.push(action),
      ...deps,
    });
  if (!isLate) start();

  return {
    root,
    store,
    panels,
    announcer,
    reported,
    used,
    start,
    /** @returns whether the page's own use of the key was prevented */
    press(key: string, init: KeyboardEventInit = {}, target: Element = document.body): boolean {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init });
      return !target.dispatchEvent(event);
    },
  };
}
