import type {
  ProviderLogBatch,
  ProviderLogEntry,
} from '../../../../../shared/telemetry/provider-log.ts';
import type { Reply } from '../../../../../worker/events/sending/post-text.ts';
import {
  createProviderLog,
  type ProviderLog,
} from '../../../../../worker/reports/provider-log/provider-log.ts';
import { createFakeClock, type FakeClock } from '../../../fake-clock.ts';
import { context, sid } from '../../events/make-events.ts';

export const taken: Reply = {
  isCompressible: true,
  status: 200,
  retryAfter: null,
  text: '{"accepted":1,"duplicates":0,"rejected":0}',
};
export const down: Reply = { isCompressible: true, status: 500, retryAfter: null, text: '' };

/** The state of a test of the provider log; new before each test. */
interface ProviderLogScene {
  clock: FakeClock;
  startMs: number;
  log: ProviderLog;
  posts: { atMs: number; path: string; batch: ProviderLogBatch }[];
  /** The page’s copy of waiting entries. */
  pagesCopy: ProviderLogEntry[];
  /** Results from the front; `taken` when empty. */
  replies: (Reply | Error | Promise<Reply>)[];
}

export const scene = {} as ProviderLogScene;

export function startScene(): void {
  scene.clock = createFakeClock();
  scene.startMs = scene.clock.now();
  scene.posts = [];
  scene.pagesCopy = [];
  scene.replies = [];
  scene.log = create();
}

export function create(): ProviderLog {
  return createProviderLog({
    sid,
    context,
    async postText(path, text) {
      scene.posts.push({ atMs: scene.clock.now() - scene.startMs, path, batch: JSON.parse(text) });
      const reply = (await scene.replies.shift()) ?? taken;
      if (reply instanceof Error) throw reply;
      return reply;
    },
    url: 'https://logs.example/batch',
    clock: scene.clock,
    postNews(news) {
      if (news.type !== 'provider_log') return;
      scene.pagesCopy = [...scene.pagesCopy, ...news.entries].filter(
        ({ n }) => !news.gone.includes(n),
      );
    },
  });
}

export const numbers = () =>
  scene.posts.map(({ batch }) => batch.entries.map((entry) => entry.n - scene.startMs));
