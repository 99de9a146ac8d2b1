import { startOriginCoordination } from '../events/start-origin-coordination.ts';
import { createLaterServices } from './later-services.ts';

/**
 * Services that load after the event queue is ready: one script, because both parts are always
 * loaded.
 */
export const laterScripts = { createLaterServices, startOriginCoordination };
