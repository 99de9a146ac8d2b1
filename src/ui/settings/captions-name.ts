import type { CaptionTrackInfo } from '../../../shared/player-response.ts';
import { tLanguage } from '../messages/format-values.ts';

/** As its own label says; a track without one by its language, in the viewer's words. */
export function captionsName({
  label,
  languageCode,
}: Pick<CaptionTrackInfo, 'label' | 'languageCode'>): string {
  return label || tLanguage(languageCode);
}
