import { touchLimits } from '../../../shared/limits/touch-limits.ts';
import { t } from '../controls/translation/translate.ts';

/**
 * Shows for a moment how far the taps have moved, on the side of the taps.
 * @param seconds negative: back
 */
export function showSeekMark(root: HTMLElement, seconds: number): void {
  root.querySelector('.seek-mark')?.remove();
  const mark = document.createElement('div');
  mark.className = 'seek-mark';
  mark.ariaHidden = 'true';
  // The sign is before the number in every language.
  mark.dir = 'ltr';
  mark.dataset.side = seconds < 0 ? 'left' : 'right';
  mark.textContent = t('secondsBy', { seconds: `${seconds < 0 ? '−' : '+'}${Math.abs(seconds)}` });
  root.append(mark);
  const fading = mark.animate({ opacity: [1, 1, 0] }, { duration: touchLimits.markMs });
  fading.addEventListener('finish', () => mark.remove());
  fading.addEventListener('cancel', () => mark.remove());
}
