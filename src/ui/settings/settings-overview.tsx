import type { PlayerState } from '../../player/player-state.ts';
import { t } from '../messages/translate.ts';
import { usePlayer } from '../player-context.tsx';
import { captionsName } from './captions-name.ts';
import { captionsSizeLabel } from './captions-size-label.ts';
import { takeFocus } from './menu-choice.tsx';
import { qualityLabel } from './quality-label.ts';
import { rateLabel } from './rate-label.ts';

/** What can be set; each opens a page of its own. */
export type SettingsPage = 'quality' | 'speed' | 'captions' | 'captions_size';

interface SettingsOverviewProps {
  open: (page: SettingsPage) => void;
  /** The page that the viewer comes back from. */
  last: SettingsPage | null;
}

/** The menu's first page: each setting with its present value. */
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
  const captionsSize = usePlayer((state) => state.captionsFontSize);
  const isCaptioned = usePlayer((state) => state.captionsLanguage !== null);
  const rows: [SettingsPage, string, string, boolean][] = [
    ['quality', t('quality'), quality, hasQualities],
    ['speed', t('speed'), rateLabel(rate), !isLive],
    ['captions', t('captions'), captions, hasCaptions],
    ['captions_size', t('captionsSize'), captionsSizeLabel(captionsSize), isCaptioned],
  ];
  const shownRows = rows.filter(([, , , isThere]) => isThere);
  const focused = shownRows.find(([page]) => page === last) ?? shownRows[0];
  return shownRows.map((row) => {
    const [page, name, value] = row;
    return (
      <button
        key={page}
        type="button"
        role="menuitem"
        data-visual-element={`${page}_item`}
        aria-haspopup="menu"
        ref={row === focused ? takeFocus : null}
        onClick={() => open(page)}
      >
        <span>{name}</span>
        <span className="menu-value">{value}</span>
      </button>
    );
  });
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
