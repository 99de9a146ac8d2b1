import { useState } from 'react';
import { formatTime } from '../../../../shared/player/format-time.ts';
import type { PlayerResponse } from '../../../../shared/player/player-response.ts';
import type { ViewerAction } from '../../../../shared/telemetry/viewer-action.ts';
import { usePlayer, usePlayerContext } from '../../controls/player-context.tsx';
import { t } from '../../controls/translation/translate.ts';
import { Dialog } from '../dialog.tsx';
import { copyText } from './copy-text.ts';
import { embedCode, linksOfPanel, shareLink } from './share-links.ts';
import { useSharePanel } from './use-share-panel.ts';

/**
 * The link, optionally with the current time and the playlist, and the code that embeds the video.
 */
export function SharePanel() {
  const details = usePlayer((state) => state.response?.videoDetails ?? null);
  return details === null ? null : <SharePanelOf details={details} />;
}

function SharePanelOf({ details }: { details: PlayerResponse['videoDetails'] }) {
  const { store, notices } = usePlayerContext();
  /**
   * The time when the panel opened, so that the link does not change while the viewer copies it.
   */
  const [time] = useState(() => Math.floor(store.getState().currentTime));
  const [hasTime, setHasTime] = useState(false);
  const [hasList, setHasList] = useState(false);
  const isLive = usePlayer((state) => state.isLive);
  const ownListId = usePlayer((state) => state.playlist?.listId ?? '');
  const listId = hasList ? ownListId : '';
  const panel = useSharePanel(details.videoId, listId);
  const place = { seconds: hasTime ? time : null, listId };
  const { link, code } =
    panel === null
      ? {
          link: shareLink(details, location.href, place),
          code: embedCode(details, location.href, place),
        }
      : linksOfPanel(panel, place.seconds);
  const share = async () => {
    try {
      await navigator.share({ title: details.title, url: link });
    } catch (error) {
      const isRefused = !(error instanceof DOMException && error.name === 'AbortError');
      if (isRefused) notices.show(t('shareFailed'));
    }
  };
  return (
    <Dialog name="share" title={t('share')}>
      <CopyField element="share_link" label={t('shareLink')} text={link} />
      {!isLive && (
        <CheckRow
          element="share_time"
          label={t('shareAtTime', { time: formatTime(time) })}
          isChecked={hasTime}
          onChange={setHasTime}
        />
      )}
      {ownListId !== '' && (
        <CheckRow
          element="share_list"
          label={t('shareInList')}
          isChecked={hasList}
          onChange={setHasList}
        />
      )}
      <CopyField element="share_embed" label={t('embedCode')} text={code} />
      {'share' in navigator && (
        <button type="button" className="action" data-visual-element="share_system" onClick={share}>
          {t('shareBySystem')}
        </button>
      )}
    </Dialog>
  );
}

interface CheckRowProps {
  /** Name in the log. */
  element: string;
  label: string;
  isChecked: boolean;
  onChange(isChecked: boolean): void;
}

function CheckRow({ element, label, isChecked, onChange }: CheckRowProps) {
  return (
    <label className="check-row">
      <input
        type="checkbox"
        data-visual-element={element}
        checked={isChecked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {label}
    </label>
  );
}

interface CopyFieldProps {
  /** Name of the action in the log, and prefix of its elements' names. */
  element: ViewerAction;
  label: string;
  text: string;
}

function CopyField({ element, label, text }: CopyFieldProps) {
  const { notices, onUse } = usePlayerContext();
  const [field, setField] = useState<HTMLInputElement | null>(null);
  const copy = async () => {
    onUse(element);
    if (await copyText(text)) return notices.show(t('copied'));
    // The frame may not write to the clipboard: select the text for the viewer to copy.
    field?.focus();
    field?.select();
    notices.show(t('copyByHand'));
  };
  return (
    <div className="copy-field">
      <label>
        <span className="field-label">{label}</span>
        <input
          ref={setField}
          data-visual-element={`${element}_text`}
          dir="ltr"
          readOnly
          value={text}
          onFocus={(event) => event.currentTarget.select()}
        />
      </label>
      <button
        type="button"
        className="action"
        data-visual-element={`${element}_copy`}
        aria-label={`${t('copy')}: ${label}`}
        onClick={copy}
      >
        {t('copy')}
      </button>
    </div>
  );
}
