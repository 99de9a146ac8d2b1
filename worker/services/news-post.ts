import { newsLimits } from '../../shared/limits/news-limits.ts';
import type { News } from '../../shared/rpc/news.ts';
import type { Clock } from '../../shared/tools/clock.ts';

/**
 * Posts news to the page. Each message costs the main thread a task, so accounting news is
 * collected.
 */
export interface NewsPost {
  /** @param isUrgent posts now, with the waiting news */
  post(news: News, isUrgent?: boolean): void;
  /** Posts the waiting news now. */
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
    post(news, isUrgent = news.type !== 'stored' && news.type !== 'delivered') {
      waiting.push(news);
      if (isUrgent) flush();
      else cancel ??= clock.setTimer(flush, newsLimits.collectMs);
    },
    flush,
  };
}
