import { useState } from 'react';
import { formatTime } from '../format-time.ts';
import { t } from '../messages/translate.ts';
import { Dialog } from '../panels/dialog.tsx';
import { usePlayer, usePlayerContext } from '../player-context.tsx';
import { copyText } from './copy-text.ts';
import { embedCode, shareLink } from './share-links.ts';

/** The link, with or without the present time, and the code that embeds the video. */
export function SharePanel() {
  const { store, notices } = usePlayerContext();
  const details = usePlayer((state) => state.response?.videoDetails ?? null);
  /** As it was when the panel opened: a link that changes while it is read can be copied by nobody. */
  const [time] = useState(() => Math.floor(store.getState().currentTime));
  const [hasTime, setHasTime] = useState(false);
  const isLive = usePlayer((state) => state.isLive);
  if (details === null) return null;
  const seconds = hasTime ? time : null;
  const link = shareLink(details, location.href, seconds);
  const share = async () => {
    try {
      await navigator.share({ title: details.title, url: link });
    } catch (error) {
      const isRefused = !(error instanceof DOMException && error.name === 'AbortError');
      if (isRefused) notices.say(t('shareFailed'));
    }
  };
  return (
    <Dialog name="share" title={t('share')}>
      <CopyField element="share_link" label={t('shareLink')} text={link} />
      {!isLive && (
        <label className="check-row">
          <input
            type="checkbox"
            data-visual-element="share_time"
            checked={hasTime}
            onChange={(event) => setHasTime(event.currentTarget.checked)}
          />
          {t('shareAtTime', { time: formatTime(time) })}
        </label>
      )}
      <CopyField
        element="share_embed"
        label={t('embedCode')}
        text={embedCode(details, location.href, seconds)}
      />
      {'share' in navigator && (
        <button type="button" className="action" data-visual-element="share_system" onClick={share}>
          {t('shareBySystem')}
        </button>
      )}
    </Dialog>
  );
}

interface CopyFieldProps {
  /** What the log calls it. */
  element: string;
  label: string;
  text: string;
}

function CopyField({ element, label, text }: CopyFieldProps) {
  const { notices, onUse } = usePlayerContext();
  const [field, setField] = useState<HTMLInputElement | null>(null);
  const copy = async () => {
    onUse(element);
    if (await copyText(text)) return notices.say(t('copied'));
    // The frame may not write to the clipboard: the viewer's own keys can.
    field?.focus();
    field?.select();
    notices.say(t('copyByHand'));
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
