import type { PlayerState } from '../../player/player-state.ts';
import { t } from '../messages/translate.ts';
import type { PanelName } from '../panels/panel-store.ts';
import { usePlayer, usePlayerContext } from '../player-context.tsx';
import { takeFocus } from './menu-choice.tsx';
import { qualityLabel } from './quality-label.ts';
import { captionsSizeLabel, rateLabel } from './settings-choices.tsx';

/** What can be set; each opens a page of its own. */
export type SettingsPage = 'quality' | 'speed' | 'captions' | 'captions_size';

/** The menu's first page: each setting with its present value. */
export function SettingsOverview({ open }: { open: (page: SettingsPage) => void }) {
  const hasQualities = usePlayer((state) => state.qualities.length > 1);
  const quality = usePlayer(currentQualityLabel);
  const rate = usePlayer((state) => state.playbackRate);
  const isLive = usePlayer((state) => state.isLive);
  const captions = usePlayer(
    ({ captionTracks, captionsLanguage }) =>
      captionTracks.find(({ languageCode }) => languageCode === captionsLanguage)?.label ?? t('captionsOff'),
  );
  const hasCaptions = usePlayer((state) => state.captionTracks.length > 0);
  const captionsSize = usePlayer((state) => state.captionsFontSize);
  const isCaptioned = usePlayer((state) => state.captionsLanguage !== null);
  const rows: [SettingsPage, string, string, boolean][] = [
    ['quality', t('quality'), quality, hasQualities],
    ['speed', t('speed'), rateLabel(rate), !isLive],
    ['captions', t('captions'), captions, hasCaptions],
    ['captions_size', t('captionsSize'), captionsSizeLabel(captionsSize), isCaptioned],
  ];
  const shownRows = rows.filter(([, , , isThere]) => isThere);
  return (
    <>
      {shownRows.map(([page, name, value], index) => (
        <button
          key={page}
          type="button"
          role="menuitem"
          data-visual-element={`${page}_item`}
          aria-haspopup="menu"
          ref={index === 0 ? takeFocus : null}
          onClick={() => open(page)}
        >
          <span>{name}</span>
          <span className="menu-value">{value}</span>
        </button>
      ))}
      {/* Small frames have no title bar, and so no other way to these. */}
      {hasCaptions && <PanelItem panel="transcript" label={t('transcript')} />}
      <PanelItem panel="share" label={t('share')} />
    </>
  );
}

function PanelItem({ panel, label }: { panel: PanelName; label: string }) {
  const { panels } = usePlayerContext();
  return (
    <button
      type="button"
      role="menuitem"
      data-visual-element={`${panel}_item`}
      aria-haspopup="dialog"
      onClick={() => panels.open(panel)}
    >
      {label}
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
