import { createLaterServices } from './later-services.ts';
import { startTogether } from './start-together.ts';

/** What the services load once events can wait: one script, because both are always loaded. */
export const laterScripts = { createLaterServices, startTogether };
