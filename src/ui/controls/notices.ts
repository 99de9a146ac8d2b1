import { createValue, type Value } from '../../parts/create-value.ts';

/** A short message to the viewer, shown briefly and read out. */
interface Notice {
  text: string;
  /** Distinguishes a message from an equal one before it. */
  id: number;
}

export interface Notices {
  notice: Pick<Value<Notice>, 'get' | 'subscribe'>;
  show(text: string): void;
}

export function createNotices(): Notices {
  const notice = createValue<Notice>({ text: '', id: 0 });
  return { notice, show: (text) => notice.set({ text, id: notice.get().id + 1 }) };
}
