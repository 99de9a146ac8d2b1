import { useEffect, useState } from 'react';
import type { SharePanel } from '../../../../shared/wire/api-calls.ts';
import { useControlCalls } from '../../late/commands/use-control-calls.ts';

/**
 * @param listId playlist that the links include; empty: none
 * @returns the API's answer for sharing the video; `null` before it answers, or if it fails
 */
export function useSharePanel(videoId: string, listId: string): SharePanel | null {
  const controlCalls = useControlCalls();
  const [loaded, setLoaded] = useState<{ of: string; panel: SharePanel } | null>(null);
  const entity = `v=${videoId}${listId === '' ? '' : `&list=${encodeURIComponent(listId)}`}`;
  useEffect(() => {
    let isWanted = true;
    const own = { serializedSharedEntity: entity, includeListId: listId !== '' };
    // The reply's command covers the video only; add the playlist.
    const complete = listId === '' ? undefined : (fields: object) => ({ ...fields, ...own });
    void controlCalls.call('share', { own, ...(complete && { complete }) }).then((answer) => {
      // `https://` alone fits the schema but is not a URL.
      if (
        isWanted &&
        answer.ok &&
        [answer.value.url, answer.value.embedUrl].every((url) => URL.canParse(url))
      )
        setLoaded({ of: entity, panel: answer.value });
    });
    return () => {
      isWanted = false;
    };
  }, [controlCalls, entity, listId]);
  return loaded?.of === entity ? loaded.panel : null;
}
