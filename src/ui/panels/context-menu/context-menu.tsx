import type { ReactNode } from 'react';
import type { ViewerAction } from '../../../../shared/telemetry/viewer-action.ts';
import { usePanel, usePlayer, usePlayerContext } from '../../controls/player-context.tsx';
import { t } from '../../controls/translation/translate.ts';
import { useFeedback } from '../../late/commands/use-feedback.ts';
import { moveFocus } from '../move-focus.ts';
import { PanelIcon } from '../panel-icon.tsx';
import { embedCode, shareLink } from '../share/share-links.ts';
import { useCopy } from '../share/use-copy.ts';
import { hasCaptionFiles } from '../transcript/caption-files.ts';
import { debugInfo } from './debug-info.ts';

const wholeVideo = { seconds: null, listId: '' };

/** Pixels between the menu and the edges of the frame. */
const margin = 4;

/** The player's menu on right click. An ARIA menu. */
export function ContextMenu() {
  const { panels, controller, store, args, diagnose, onUse } = usePlayerContext();
  const giveFeedback = useFeedback();
  const { x = 0, y = 0 } = usePanel((state) => state.request);
  const isLooping = usePlayer((state) => state.isLooping);
  const hasStats = usePanel((state) => state.hasStats);
  const hasCaptions = usePlayer(hasCaptionFiles);
  const details = usePlayer((state) => state.response?.videoDetails ?? null);
  const copy = useCopy();
  /** Close the menu first: if copying fails, the copy panel opens and takes the focus. */
  const use = (action: ViewerAction, run: () => unknown) => () => {
    panels.close();
    onUse(action);
    void run();
  };

  return (
    <div
      key={`${x} ${y}`}
      className="menu context-menu"
      data-visual-element="context_menu"
      role="menu"
      tabIndex={-1}
      aria-label={t('contextMenu')}
      ref={(menu) => {
        if (menu === null) return;
        place(menu, x, y);
        // Start the diagnosis now, so that its data is there when the viewer copies it.
        diagnose();
        menu.querySelector('button')?.focus();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' || event.key === 'Tab') panels.close();
        else if (!moveFocus(event)) return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <Item
        element="context_loop"
        isChecked={isLooping}
        onClick={use('loop', () => controller.setLoop(!isLooping))}
      >
        {t('loop')}
      </Item>
      {details !== null && (
        <>
          <Item
            element="context_copy_url"
            onClick={use('copy_url', () => copy(shareLink(details, location.href, wholeVideo)))}
          >
            {t('copyUrl')}
          </Item>
          {!details.isLive && (
            <Item
              element="context_copy_url_at_time"
              onClick={use('copy_url_at_time', () =>
                copy(
                  shareLink(details, location.href, {
                    ...wholeVideo,
                    seconds: store.getState().currentTime,
                  }),
                ),
              )}
            >
              {t('copyUrlAtTime')}
            </Item>
          )}
          <Item
            element="context_copy_embed_code"
            onClick={use('copy_embed_code', () =>
              copy(embedCode(details, location.href, wholeVideo)),
            )}
          >
            {t('copyEmbedCode')}
          </Item>
        </>
      )}
      {details !== null && (
        <Item
          element="context_report_problem"
          onClick={use('report_problem', () => giveFeedback('reportProblem'))}
        >
          {t('reportProblem')}
        </Item>
      )}
      <Item
        element="context_copy_debug_info"
        onClick={use('copy_debug_info', () => copy(debugInfo(diagnose(), store.getState())))}
      >
        {t('copyDebugInfo')}
      </Item>
      {hasCaptions && (
        <Item
          element="context_transcript"
          onClick={use('transcript', () => panels.open('transcript'))}
        >
          {t('transcript')}
        </Item>
      )}
      {!args.disableKeyboard && (
        <Item
          element="context_shortcuts"
          onClick={use('shortcuts', () => panels.open('shortcuts'))}
        >
          {t('shortcuts')}
        </Item>
      )}
      <Item element="context_stats" isChecked={hasStats} onClick={use('stats', panels.toggleStats)}>
        {t('stats')}
      </Item>
    </div>
  );
}

interface ItemProps {
  element: string;
  /** Only for items that can be checked. */
  isChecked?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function Item({ element, isChecked, onClick, children }: ItemProps) {
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: only menuitemcheckbox items have it
    <button
      type="button"
      role={isChecked === undefined ? 'menuitem' : 'menuitemcheckbox'}
      aria-checked={isChecked}
      data-visual-element={element}
      tabIndex={-1}
      onClick={onClick}
    >
      <span className="menu-check">{isChecked && <PanelIcon name="check" />}</span>
      {children}
    </button>
  );
}

/** Places the menu at the pointer, entirely within the frame. */
function place(menu: HTMLElement, x: number, y: number): void {
  const frame = menu.offsetParent;
  if (frame === null) return;
  const within = (at: number, size: number, room: number) =>
    Math.max(margin, Math.min(at, room - size - margin));
  menu.style.left = `${within(x, menu.offsetWidth, frame.clientWidth)}px`;
  menu.style.top = `${within(y, menu.offsetHeight, frame.clientHeight)}px`;
}
