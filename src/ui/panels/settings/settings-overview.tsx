import type { PlayerState } from '../../../player/state/player-state.ts';
import type { PanelName } from '../../controls/panels/panel-store.ts';
import { usePlayer, usePlayerContext } from '../../controls/player-context.tsx';
import { t } from '../../controls/translation/translate.ts';
import { rateLabel } from '../../keyboard/table/rate-label.ts';
import { PanelIcon } from '../panel-icon.tsx';
import { hasCaptionFiles } from '../transcript/caption-files.ts';
import { audioLabel } from './audio-page.tsx';
import { captionsName } from './captions-name.ts';
import { captionsSizeLabel } from './captions-size-label.ts';
import { focusItem } from './menu-choice.tsx';
import { qualityLabel } from './quality-label.ts';

/** Settings that have a page. */
export type SettingsPage =
  | 'quality'
  | 'speed'
  | 'captions'
  | 'captions_size'
  | 'caption_style'
  | 'audio';

interface SettingsOverviewProps {
  open: (page: SettingsPage) => void;
  /** The page that the viewer returns from. */
  last: SettingsPage | null;
}

/** The menu's first page: each setting with its current value. */
export function SettingsOverview({ open, last }: SettingsOverviewProps) {
  const hasQualities = usePlayer((state) => state.qualities.length > 1);
  const quality = usePlayer(currentQualityLabel);
  const rate = usePlayer((state) => state.playbackRate);
  const isLive = usePlayer((state) => state.isLive);
  const captions = usePlayer(({ captionTracks, captionsLanguage }) => {
    const track = captionTracks.find(({ languageCode }) => languageCode === captionsLanguage);
    return track === undefined ? t('captionsOff') : captionsName(track);
  });
  const hasCaptions = usePlayer((state) => state.captionTracks.length > 0);
  const hasTranscript = usePlayer(hasCaptionFiles);
  const captionsSize = usePlayer((state) => state.captionsFontSize);
  const isCaptioned = usePlayer((state) => state.captionsLanguage !== null);
  const hasAudio = usePlayer((state) => state.audioTracks.length > 1);
  const audio = usePlayer(({ audioTracks, audioTrackId }) => {
    const track = audioTracks.find(({ id }) => id === audioTrackId);
    return track === undefined ? '' : audioLabel(track);
  });
  const rows: [SettingsPage, string, string, boolean][] = [
    ['quality', t('quality'), quality, hasQualities],
    ['speed', t('speed'), rateLabel(rate), !isLive],
    ['audio', t('audio'), audio, hasAudio],
    ['captions', t('captions'), captions, hasCaptions],
    ['captions_size', t('captionsSize'), captionsSizeLabel(captionsSize), isCaptioned],
    ['caption_style', t('captionStyle'), '', hasCaptions],
  ];
  const shownRows = rows.filter(([, , , isShown]) => isShown);
  const focused = shownRows.find(([page]) => page === last) ?? shownRows[0];
  return (
    <>
      {shownRows.map((row) => {
        const [page, name, value] = row;
        return (
          <button
            key={page}
            type="button"
            role="menuitem"
            data-visual-element={`${page}_item`}
            aria-haspopup="menu"
            ref={row === focused ? focusItem : null}
            onClick={() => open(page)}
          >
            <span>{name}</span>
            <span className="menu-value">{value}</span>
          </button>
        );
      })}
      {/* Small frames have no title bar, so this menu is the only way to these. */}
      {hasTranscript && <PanelItem panel="transcript" label={t('transcript')} />}
      <PanelItem panel="share" label={t('share')} />
      <LoopItem />
    </>
  );
}

function LoopItem() {
  const { controller, onUse } = usePlayerContext();
  const isLooping = usePlayer((state) => state.isLooping);
  const isLive = usePlayer((state) => state.isLive);
  if (isLive) return null;
  return (
    <button
      type="button"
      role="menuitemcheckbox"
      data-visual-element="loop_item"
      aria-checked={isLooping}
      onClick={() => {
        controller.setLoop(!isLooping);
        onUse('loop');
      }}
    >
      <span>{t('loop')}</span>
      <span className="menu-value menu-check">{isLooping && <PanelIcon name="check" />}</span>
    </button>
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
