import type { PageConfig } from './page-config.ts';

/**
 * The page config as a server writes it for an operator who wants CMCD reports. Apart from the rest, because only the script
 * that needs it reads it, and no player variable: those come from the URL, and a host page must not be able to say where its
 * viewers' data goes. The services check it (`collectorPattern`).
 */
export type PageConfigWithCollector = PageConfig & { cmcd?: string };
