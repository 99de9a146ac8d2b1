import type { WebhookNews } from '../../../../server/webhooks/webhook-message.ts';

/** Notes what a watch reports, and the states that it sets; `null` removes one. */
export const noteNews =
  (states: Map<string, string>, reported: WebhookNews[]) =>
  (news: readonly WebhookNews[], changes: ReadonlyMap<string, string | null>): void => {
    reported.push(...news);
    for (const [name, state] of changes)
      if (state === null) states.delete(name);
      else states.set(name, state);
  };
