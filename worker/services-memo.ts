import type { News, ServicesMemo } from '../shared/rpc.ts';

/** What these services know that those that come after them must know. */
export interface Memo {
  read(): ServicesMemo;
  /** The page has it before anything follows from it. */
  change(part: Partial<ServicesMemo>): void;
}

const empty: ServicesMemo = {
  reportedErrors: [],
  visitorIdFailure: null,
  loggedVisitorIdFailures: [],
};

/** @param left by earlier services of the document */
export function createMemo(left: ServicesMemo | undefined, tellPage: (news: News) => void): Memo {
  let memo = left ?? empty;
  return {
    read: () => memo,
    change(part) {
      memo = { ...memo, ...part };
      tellPage({ type: 'memo', memo });
    },
  };
}
