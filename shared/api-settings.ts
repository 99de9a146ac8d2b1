import * as z from 'zod/mini';
import { collectorPattern } from './collector-pattern.ts';
import { apiLimits } from './later-limits.ts';
import { visitorIdSchema } from './log-batch.ts';
import { text } from './schema.ts';

const flag = z.optional(z.boolean());
const header = z.optional(z.string().check(z.regex(/^[\x21-\x7e][\x20-\x7e]{0,1999}$/)));

/** What the page config may say of API calls to everybody alike (its `api`). */
export const commonApiEntries = {
  isLoggedIn: flag,
  enableSafetyMode: flag,
  lockedSafetyMode: flag,
  /** The server is not asked for a visitor id. */
  isVisitorIdFetchDisabled: flag,
  /** An embed in lessons, and one that puts privacy first: viewers are not told apart (specification §5, §8). */
  isEducationEmbed: flag,
  isPflMode: flag,
  key: z.optional(text(500)),
  version: z.optional(z.string().check(z.regex(/^v\d{1,3}$/))),
  /** The value of the header of this name. */
  authorization: header,
  /** Cookies go along to the API of another origin, whose server names this page's. */
  withCredentials: flag,
  /** Where the provider's log goes, if not to the API: `providerLogUrl` reads it. */
  providerLog: z.optional(text(2_000).check(z.regex(collectorPattern))),
  /** As a query string: what the page knows for the ads of its provider. */
  adSignals: z.optional(text(10_000)),
};

/** And what belongs to one viewer. */
export const apiSettingsSchema = z.object({
  ...commonApiEntries,
  /** Tells the viewer apart; without it the server is asked for one. */
  visitorId: z.optional(visitorIdSchema),
  /** Names the account of a visitor who is signed in, as `getDatasyncIds` does. */
  dataSyncId: z.optional(z.string().check(z.regex(/^[\w.:@-]{1,200}$/))),
  /** Where the page stands, as the server signed it; it goes back with each call. */
  embedPass: z.optional(text(apiLimits.textMaxChars)),
});
