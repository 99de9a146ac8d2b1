import { beforeEach, expect, test } from 'vitest';
import type { News } from '../../../shared/rpc.ts';
import { newsLimits } from '../../../shared/services-limits.ts';
import { createNewsPost, type NewsPost } from '../../../worker/news-post.ts';
import { createFakeClock, type FakeClock } from '../fake-clock.ts';

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

test('what is only for the books goes in one message, a moment after the first of it', () => {
  post.tell(stored(1));
  clock.advance(newsLimits.collectMs - 1);
  post.tell(delivered(1));
  post.tell(stored(2));
  expect(messages).toEqual([]);
  clock.advance(1);
  expect(messages).toEqual([[stored(1), delivered(1), stored(2)]]);
  clock.advance(60_000);
  expect(messages).toHaveLength(1);
  expect(clock.timerCount).toBe(0);
});

test('what somebody waits for goes at once, behind what waited before it', () => {
  post.tell(delivered(1));
  post.tell(offline);
  expect(messages).toEqual([[delivered(1), offline]]);
  expect(clock.timerCount).toBe(0);
});

test('news for the books that is urgent goes at once, with what waited', () => {
  post.tell(stored(1));
  post.tell(delivered(1), true);
  expect(messages).toEqual([[stored(1), delivered(1)]]);
  expect(clock.timerCount).toBe(0);
});

test('a flush sends what waits, and nothing if nothing does', () => {
  post.flush();
  expect(messages).toEqual([]);
  post.tell(stored(1));
  post.flush();
  expect(messages).toEqual([[stored(1)]]);
  expect(clock.timerCount).toBe(0);
});
