import { usePlayerContext } from '../../controls/player-context.tsx';
import { t } from '../../controls/translation/translate.ts';
import { type Shortcut, shortcutGroups } from '../../keyboard/table/shortcut.ts';
import { shortcuts } from '../../keyboard/table/shortcuts.ts';
import type { MessageKey } from '../../messages/catalogue.ts';
import { ModalDialog } from '../modal-dialog.tsx';

/** Help for the keys, grouped by purpose, from the list that the keyboard uses. */
export function ShortcutsPanel() {
  const context = usePlayerContext();
  const possible = shortcuts.filter(({ isPossible }) => isPossible?.(context) !== false);
  return (
    <ModalDialog title={t('shortcuts')} element="shortcuts_panel">
      <div className="shortcut-groups">
        {shortcutGroups.map((group) => (
          <section key={group} className="shortcut-group">
            <h3>{t(`shortcuts.${group}`)}</h3>
            <dl>
              {possible
                .filter((shortcut) => shortcut.group === group)
                .map((shortcut) => (
                  <ShortcutRow key={shortcut.keys[0]} shortcut={shortcut} />
                ))}
            </dl>
          </section>
        ))}
      </div>
    </ModalDialog>
  );
}

function ShortcutRow({ shortcut: { label, keys, shownKeys = keys } }: { shortcut: Shortcut }) {
  return (
    <div className="shortcut">
      <dt>{label()}</dt>
      <dd>
        {shownKeys.map((key) => (
          <span key={key} dir="ltr">
            {key.startsWith('Shift+') && <kbd>{t('key.shift')}</kbd>}
            <kbd>{keyCap(key.replace('Shift+', ''))}</kbd>
          </span>
        ))}
      </dd>
    </div>
  );
}

const capMessages: Readonly<Record<string, MessageKey>> = {
  ' ': 'key.space',
  Home: 'key.home',
  End: 'key.end',
  Escape: 'key.escape',
};

const arrows: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
};

/** The label on the key. */
function keyCap(key: string): string {
  const message = capMessages[key];
  return message === undefined ? (arrows[key] ?? key.toUpperCase()) : t(message);
}
