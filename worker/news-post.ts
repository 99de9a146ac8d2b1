import type { Clock } from '../shared/clock.ts';
import type { News } from '../shared/rpc.ts';
import { newsLimits } from '../shared/services-limits.ts';

/** Takes news to the page. Each message costs the main thread a task, so what only is for the books waits for company. */
export interface NewsPost {
  /** @param isUrgent goes now, with what waits */
  tell(news: News, isUrgent?: boolean): void;
  /** What waits goes now. */
  flush(): void;
}

export interface NewsPostDeps {
  clock: Clock;
  post(news: News[]): void;
}

export function createNewsPost({ clock, post }: NewsPostDeps): NewsPost {
  let waiting: News[] = [];
  let cancel: (() => void) | null = null;

  function flush(): void {
    cancel?.();
    cancel = null;
    if (waiting.length === 0) return;
    const news = waiting;
    waiting = [];
    post(news);
  }

  return {
    tell(news, isUrgent = news.type !== 'stored' && news.type !== 'delivered') {
      waiting.push(news);
      if (isUrgent) flush();
      else cancel ??= clock.setTimer(flush, newsLimits.collectMs);
    },
    flush,
  };
}
