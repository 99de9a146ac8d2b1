import type { News } from '../../shared/rpc/news.ts';
import type { ServicesMemo } from '../../shared/rpc/services-memo.ts';

/** State that these services pass on to their successors after a restart. */
export interface Memo {
  read(): ServicesMemo;
  /** Sends the page the change before anything acts on it. */
  change(part: Partial<ServicesMemo>): void;
}

const empty: ServicesMemo = {
  reportedErrors: [],
  visitorIdFailure: null,
  loggedVisitorIdFailures: [],
};

/** @param left by earlier services of the document */
export function createMemo(left: ServicesMemo | undefined, postNews: (news: News) => void): Memo {
  let memo = left ?? empty;
  return {
    read: () => memo,
    change(part) {
      memo = { ...memo, ...part };
      postNews({ type: 'memo', memo });
    },
  };
}
