import { beforeEach, expect, test } from 'vitest';
import { newsLimits } from '../../../../shared/limits/news-limits.ts';
import type { News } from '../../../../shared/rpc/news.ts';
import { createNewsPost, type NewsPost } from '../../../../worker/services/news-post.ts';
import { createFakeClock, type FakeClock } from '../../fake-clock.ts';

const stored = (seq: number): News => ({ type: 'stored', ranges: [[seq, seq]], isDurable: true });
const delivered = (seq: number): News => ({ type: 'delivered', ranges: [[seq, seq]] });
const offline: News = { type: 'connectivity', isOnline: false };

let clock: FakeClock;
let messages: News[][];
let post: NewsPost;

beforeEach(() => {
  clock = createFakeClock();
  messages = [];
  post = createNewsPost({ clock, post: (news) => messages.push(news) });
});

test('news without urgency is sent in one message, a moment after the first', () => {
  post.post(stored(1));
  clock.advance(newsLimits.collectMs - 1);
  post.post(delivered(1));
  post.post(stored(2));
  expect(messages).toEqual([]);
  clock.advance(1);
  expect(messages).toEqual([[stored(1), delivered(1), stored(2)]]);
  clock.advance(60_000);
  expect(messages).toHaveLength(1);
  expect(clock.timerCount).toBe(0);
});

test('urgent news is sent at once, behind the news that waited before it', () => {
  post.post(delivered(1));
  post.post(offline);
  expect(messages).toEqual([[delivered(1), offline]]);
  expect(clock.timerCount).toBe(0);
});

test('bookkeeping news marked as urgent is sent at once, with the waiting news', () => {
  post.post(stored(1));
  post.post(delivered(1), true);
  expect(messages).toEqual([[stored(1), delivered(1)]]);
  expect(clock.timerCount).toBe(0);
});

test('a flush sends the waiting news, and nothing when none waits', () => {
  post.flush();
  expect(messages).toEqual([]);
  post.post(stored(1));
  post.flush();
  expect(messages).toEqual([[stored(1)]]);
  expect(clock.timerCount).toBe(0);
});
