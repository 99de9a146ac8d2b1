import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { playbackRates } from '../player/controller.ts';
import type { PlayerState } from '../player/player-state.ts';
import { ControlButton } from './control-button.tsx';
import { Icon } from './icons.tsx';
import { t } from './messages.ts';
import { usePlayer, usePlayerContext } from './player-context.tsx';
import { qualityLabel } from './quality-label.ts';

type Page = 'root' | 'quality' | 'speed' | 'captions';

/** Quality, speed and captions: a menu button by the ARIA pattern, one level deep. */
export function SettingsMenu() {
  const [page, setPage] = useState<Page | null>(null);
  const holder = useRef<HTMLDivElement>(null);

  function close(): void {
    setPage(null);
    holder.current?.querySelector<HTMLElement>('.control')?.focus();
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    if (page === null) return;
    if (event.key === 'Escape') {
      if (page === 'root') close();
      else setPage('root');
    } else if (!moveFocus(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div className="settings" ref={holder}>
      <ControlButton
        icon="settings"
        label={t('settings')}
        aria-haspopup="menu"
        aria-expanded={page !== null}
        onClick={() => setPage(page === null ? 'root' : null)}
      />
      {page !== null && (
        <div
          key={page}
          className="menu"
          role="menu"
          tabIndex={-1}
          aria-label={t('settings')}
          onKeyDown={onKeyDown}
          onBlur={(event) => {
            // Pages replace each other, which blurs to nowhere; only a focus outside closes.
            const next = event.relatedTarget;
            if (next !== null && !holder.current?.contains(next)) setPage(null);
          }}
        >
          {page === 'root' && <RootPage open={setPage} />}
          {page === 'quality' && <QualityPage back={() => setPage('root')} done={close} />}
          {page === 'speed' && <SpeedPage back={() => setPage('root')} done={close} />}
          {page === 'captions' && <CaptionsPage back={() => setPage('root')} done={close} />}
        </div>
      )}
    </div>
  );
}

/** The menu pattern moves the focus into the page that was just opened. */
function takeFocus(item: HTMLElement | null): void {
  item?.focus();
}

/** Arrow keys, Home and End among the items. @returns whether the key was one of them */
function moveFocus(event: KeyboardEvent<HTMLDivElement>): boolean {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
  const at = items.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
  if (to === undefined || items.length === 0) return false;
  items[(to + items.length) % items.length]?.focus();
  return true;
}

function RootPage({ open }: { open: (page: Page) => void }) {
  const hasQualities = usePlayer((state) => state.qualities.length > 1);
  const quality = usePlayer(currentQualityLabel);
  const rate = usePlayer((state) => state.playbackRate);
  const isLive = usePlayer((state) => state.isLive);
  const captions = usePlayer(
    ({ captionTracks, captionsLanguage }) =>
      captionTracks.find(({ languageCode }) => languageCode === captionsLanguage)?.label ?? t('captionsOff'),
  );
  const hasCaptions = usePlayer((state) => state.captionTracks.length > 0);
  const rows: [Page, string, string, boolean][] = [
    ['quality', t('quality'), quality, hasQualities],
    ['speed', t('speed'), rateLabel(rate), !isLive],
    ['captions', t('captions'), captions, hasCaptions],
  ];
  const shownRows = rows.filter(([, , , isThere]) => isThere);
  return shownRows.map(([page, name, value], index) => (
    <button
      key={page}
      type="button"
      role="menuitem"
      aria-haspopup="menu"
      ref={index === 0 ? takeFocus : null}
      onClick={() => open(page)}
    >
      <span>{name}</span>
      <span className="menu-value">{value}</span>
    </button>
  ));
}

interface ChoiceProps {
  back: () => void;
  done: () => void;
}

function QualityPage({ back, done }: ChoiceProps) {
  const { controller, onUse } = usePlayerContext();
  const qualities = usePlayer((state) => state.qualities);
  const fixedId = usePlayer((state) => state.fixedQualityId);
  const best = [...qualities].sort((a, b) => b.height - a.height || b.bitrate - a.bitrate);
  const choose = (id: string | null) => () => {
    controller.setQuality(id);
    onUse('quality');
    done();
  };
  return (
    <Choices title={t('quality')} back={back}>
      {best.map((level) => (
        <Choice key={level.id} isChosen={level.id === fixedId} onChoose={choose(level.id)}>
          {qualityLabel(level)}
        </Choice>
      ))}
      <Choice isChosen={fixedId === null} onChoose={choose(null)}>
        {t('qualityAuto')}
      </Choice>
    </Choices>
  );
}

function SpeedPage({ back, done }: ChoiceProps) {
  const { controller, onUse } = usePlayerContext();
  const rate = usePlayer((state) => state.playbackRate);
  return (
    <Choices title={t('speed')} back={back}>
      {playbackRates.map((choice) => (
        <Choice
          key={choice}
          isChosen={choice === rate}
          onChoose={() => {
            controller.setPlaybackRate(choice);
            onUse('speed');
            done();
          }}
        >
          {rateLabel(choice)}
        </Choice>
      ))}
    </Choices>
  );
}

function CaptionsPage({ back, done }: ChoiceProps) {
  const { controller, onUse } = usePlayerContext();
  const tracks = usePlayer((state) => state.captionTracks);
  const language = usePlayer((state) => state.captionsLanguage);
  const choose = (code: string | null) => () => {
    controller.setCaptions(code);
    onUse('captions');
    done();
  };
  return (
    <Choices title={t('captions')} back={back}>
      <Choice isChosen={language === null} onChoose={choose(null)}>
        {t('captionsOff')}
      </Choice>
      {tracks.map(({ languageCode, label }) => (
        <Choice
          key={languageCode}
          lang={languageCode}
          isChosen={languageCode === language}
          onChoose={choose(languageCode)}
        >
          {label}
        </Choice>
      ))}
    </Choices>
  );
}

function Choices({ title, back, children }: { title: string; back: () => void; children: ReactNode }) {
  return (
    <>
      <button
        type="button"
        role="menuitem"
        className="menu-back"
        aria-label={`${t('back')}: ${title}`}
        ref={takeFocus}
        onClick={back}
      >
        <Icon name="back" />
        <span>{title}</span>
      </button>
      {children}
    </>
  );
}

interface ChoiceItemProps {
  isChosen: boolean;
  onChoose: () => void;
  lang?: string;
  children: ReactNode;
}

function Choice({ isChosen, onChoose, lang, children }: ChoiceItemProps) {
  return (
    <button type="button" role="menuitemradio" aria-checked={isChosen} onClick={onChoose}>
      <span className="menu-check">{isChosen && <Icon name="check" />}</span>
      <span lang={lang} dir="auto">
        {children}
      </span>
    </button>
  );
}

function currentQualityLabel({ qualities, qualityId, fixedQualityId }: PlayerState): string {
  const label = (id: string | null) => {
    const level = qualities.find((candidate) => candidate.id === id);
    return level === undefined ? null : qualityLabel(level);
  };
  const playing = label(qualityId);
  return (
    label(fixedQualityId) ??
    (playing === null ? t('qualityAuto') : t('qualityAutoPlaying', { name: playing }))
  );
}

function rateLabel(rate: number): string {
  return rate === 1 ? t('speedNormal') : `${rate}×`;
}
