import type { Browser } from '@playwright/test';
import type { Check } from './check.ts';
import type { Scene } from './open-scene.ts';

/** An attack that starts its own servers. */
export interface Recipe {
  /** Row of the table in docs/security.md: `M1` for `attack-M1`. */
  row: string;
  title: string;
  /**
   * Whether the short form of `npm test` omits it, because another suite's test needs the same
   * minutes.
   */
  isLong?: boolean;
  run(tools: { browser: Browser; isShort: boolean }): Promise<Check[]>;
}

/** An attack by one client on the server that another client's embed plays from. */
export interface FloodRecipe {
  row: string;
  title: string;
  /** The function in `flood-thread.ts` that sends the requests. */
  flood: FloodName;
  /** Checks besides those of every flood: latency, descriptors, memory and store. */
  check?(scene: Scene): Promise<Check[]>;
}

export type FloodName =
  | 'droppedDownloads'
  | 'deepPipelines'
  | 'unreadParts'
  | 'tinyChunks'
  | 'bracketBombs'
  | 'largeEvents'
  | 'longStacks'
  | 'feedback';
