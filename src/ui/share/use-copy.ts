import { t } from '../messages/translate.ts';
import { usePlayerContext } from '../player-context.tsx';
import { copyText } from './copy-text.ts';

/** @returns copies a text and says so; where nothing may be copied the viewer gets it selected */
export function useCopy(): (text: string) => Promise<void> {
  const { panels, notices } = usePlayerContext();
  return async (text) => {
    if (await copyText(text)) notices.say(t('copied'));
    else panels.open('copy', { text });
  };
}
