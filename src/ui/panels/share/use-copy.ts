import { usePlayerContext } from '../../controls/player-context.tsx';
import { t } from '../../controls/translation/translate.ts';
import { copyText } from './copy-text.ts';

/**
 * @returns copies a text and notifies the viewer; if copying is denied, opens a panel with the text
 * selected
 */
export function useCopy(): (text: string) => Promise<void> {
  const { panels, notices } = usePlayerContext();
  return async (text) => {
    if (await copyText(text)) notices.show(t('copied'));
    else panels.open('copy', { text });
  };
}
