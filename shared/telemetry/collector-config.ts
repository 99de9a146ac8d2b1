import type { PageConfig } from '../page/page-config.ts';

/**
 * The page config of an operator who wants CMCD reports. Separate, because only the script that
 * needs it reads it. It is no player variable: those come from the URL, and a host page must not
 * decide where its viewers' data goes. The services check it (`collectorPattern`).
 */
export type PageConfigWithCollector = PageConfig & { cmcd?: string };
