import * as z from 'zod/mini';
import { apiLimits } from '../limits/api-limits.ts';
import { settingLimits } from '../limits/setting-limits.ts';
import { collectorPattern } from '../telemetry/collector-pattern.ts';
import { visitorIdSchema } from '../telemetry/log-batch.ts';
import { text } from '../tools/schema.ts';

const flag = z.optional(z.boolean());
const header = z.optional(z.string().check(z.regex(/^[\x21-\x7e][\x20-\x7e]{0,1999}$/)));

/** API settings of the page config's `api` that are the same for all viewers. */
export const commonApiEntries = {
  isLoggedIn: flag,
  enableSafetyMode: flag,
  lockedSafetyMode: flag,
  /** Do not request a visitor id from the server. */
  isVisitorIdFetchDisabled: flag,
  /**
   * An embed in lessons, or one that puts privacy first: viewers get no id (specification §5, §8).
   */
  isEducationEmbed: flag,
  isPflMode: flag,
  key: z.optional(text(settingLimits.keyMaxChars)),
  version: z.optional(z.string().check(z.regex(/^v\d{1,3}$/))),
  /** Value of the `Authorization` header. */
  authorization: header,
  /** Send cookies to an API of another origin; its server must name this page's origin. */
  withCredentials: flag,
  /** Where the provider's log goes, if not to the API: `providerLogUrl` reads it. */
  providerLog: z.optional(text(settingLimits.urlMaxChars).check(z.regex(collectorPattern))),
  /** A query string: the page's signals for its ads provider. */
  adSignals: z.optional(text(settingLimits.adSignalsMaxChars)),
};

/** The same settings, and those of one viewer. */
export const apiSettingsSchema = z.object({
  ...commonApiEntries,
  /** The viewer's id; without it, the services request one from the server. */
  visitorId: z.optional(visitorIdSchema),
  /** The embedding page and this page's video, signed by the server; sent back with each call. */
  dataSyncId: z.optional(z.string().check(z.regex(/^[\w.:@-]{1,200}$/))),
  /** The embedding page's address, signed by the server; sent back with each call. */
  embedPass: z.optional(text(apiLimits.textMaxChars)),
});
