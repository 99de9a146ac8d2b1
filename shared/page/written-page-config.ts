import type { PageConfig } from './page-config.ts';

/**
 * The page config with what only the script that needs it reads. None of it is a player variable:
 * those come from the URL, and a host page must not decide where its viewers' data goes.
 */
export type WrittenPageConfig = PageConfig & {
  /** URL of the collector of CMCD reports. The services check it (`collectorPattern`). */
  cmcd?: string;
  /** The part of all pages whose performance is measured, 0 to 1. */
  fieldShare?: number;
};
