import { useEffect, useState } from 'react';
import type { SharePanel } from '../../../shared/api-calls.ts';
import { useControlCalls } from '../commands/use-control-calls.ts';

/**
 * @param listId the playlist that the links shall lead into; empty: none
 * @returns what the API says of sharing the video; `null` before it has answered, and where it does not
 */
export function useSharePanel(videoId: string, listId: string): SharePanel | null {
  const controlCalls = useControlCalls();
  const [told, setTold] = useState<{ of: string; panel: SharePanel } | null>(null);
  const entity = `v=${videoId}${listId === '' ? '' : `&list=${encodeURIComponent(listId)}`}`;
  useEffect(() => {
    let isWanted = true;
    const own = { serializedSharedEntity: entity, includeListId: listId !== '' };
    // The reply's command is of the video alone.
    const complete = listId === '' ? undefined : (fields: object) => ({ ...fields, ...own });
    void controlCalls.call('share', { own, ...(complete && { complete }) }).then((answer) => {
      // `https://` alone fits the schema, and is no address.
      if (
        isWanted &&
        answer.ok &&
        [answer.value.url, answer.value.embedUrl].every((url) => URL.canParse(url))
      )
        setTold({ of: entity, panel: answer.value });
    });
    return () => {
      isWanted = false;
    };
  }, [controlCalls, entity, listId]);
  return told?.of === entity ? told.panel : null;
}
