import type { Page } from '@playwright/test';
import { type Counter, createCounter } from '../../support/counter.ts';

/** A page's reports about its notes, while it lives. */
type Report =
  /** The page is about to log these. */
  | { type: 'logs'; notes: number[] }
  /** The page has handed these over to the services. */
  | { type: 'handsOver'; notes: number[] }
  /** The services have confirmed that these will survive them. */
  | { type: 'stored'; notes: number[] };

declare global {
  interface Window {
    reportTest(report: Report): Promise<void>;
    /** Workers of this page, in the order of their starts. */
    startedWorkers: Worker[];
  }
}

/**
 * Observes the messages between the page and its worker. The reports received when a page dies are
 * true but may be incomplete, because the last one may be lost with its page.
 */
export interface Wiretap {
  logged: ReadonlySet<number>;
  stored: ReadonlySet<number>;
  /** Counts arrays handed over to the services, and reports of stored events. */
  handedOver: Counter;
  acknowledged: Counter;
}

/** Called before the page loads. */
export async function tapServices(page: Page): Promise<Wiretap> {
  const logged = new Set<number>();
  const stored = new Set<number>();
  const handedOver = createCounter();
  const acknowledged = createCounter();
  await page.exposeFunction('reportTest', ({ type, notes }: Report) => {
    for (const n of notes) {
      if (type === 'logs') logged.add(n);
      if (type === 'stored') stored.add(n);
    }
    if (type === 'handsOver') handedOver.add();
    if (type === 'stored') acknowledged.add();
  });
  await page.addInitScript(tapWorkers);
  return { logged, stored, handedOver, acknowledged };
}

function tapWorkers(): void {
  interface Sent {
    entries?: { seq: number; payload: { n?: number } }[];
  }
  interface Received {
    news?: { type: string; isDurable?: boolean; ranges?: [number, number][] }[];
  }
  window.startedWorkers = [];

  globalThis.Worker = class extends Worker {
    /** Notes by their event numbers. */
    private readonly given = new Map<number, number>();

    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      window.startedWorkers.push(this);
      this.addEventListener('message', ({ data }: MessageEvent<Received>) => {
        for (const { type, isDurable, ranges } of data.news ?? [])
          if (type === 'stored' && isDurable)
            for (const range of ranges ?? []) this.reportStored(range);
      });
    }

    override postMessage(
      message: Sent,
      options?: StructuredSerializeOptions | Transferable[],
    ): void {
      const notes: number[] = [];
      for (const { seq, payload } of message.entries ?? []) {
        if (payload.n === undefined) continue;
        this.given.set(seq, payload.n);
        notes.push(payload.n);
      }
      if (notes.length > 0) void window.reportTest({ type: 'handsOver', notes });
      super.postMessage(message, options as StructuredSerializeOptions);
    }

    private reportStored([from, to]: [number, number]): void {
      const notes: number[] = [];
      for (let seq = from; seq <= to; seq += 1) notes.push(...[this.given.get(seq) ?? []].flat());
      if (notes.length > 0) void window.reportTest({ type: 'stored', notes });
    }
  };
}

/**
 * Logs a few notes at a time, in every tier, and reports each in advance, until the page dies,
 * possibly in between.
 */
export function logUntilDeath(page: Page, from: number, perTask: number): Promise<void> {
  return page
    .evaluate(
      async (notes) => {
        const tiers = ['default', 'dispatch_to_empty', 'fast', 'immediate'] as const;
        for (let task = 0; ; task += 1) {
          const next = notes.from + task * notes.perTask;
          const slice = Array.from({ length: notes.perTask }, (_, index) => next + index);
          // Reported before logging, so that an event that arrives from a dying page is known to be
          // its own.
          await window.reportTest({ type: 'logs', notes: slice });
          for (const n of slice)
            window.offstage.log('note', { n }, { tier: tiers[n % 4] ?? 'default' });
          // A burst first, and then few, so that a page that dies late leaves no large queue.
          await new Promise((resolve) => setTimeout(resolve, task < 20 ? 10 : 100));
        }
      },
      { from, perTask },
    )
    .catch(() => {
      // The page has died.
    });
}
