import type { CaptionTrackInfo } from '../../../../shared/player/player-response.ts';
import { tLanguage } from '../../messages/format-values.ts';

/** The track's label; without one, its language's name in the viewer's language. */
export function captionsName({
  label,
  languageCode,
}: Pick<CaptionTrackInfo, 'label' | 'languageCode'>): string {
  return label || tLanguage(languageCode);
}
