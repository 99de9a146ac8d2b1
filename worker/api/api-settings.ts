import * as v from 'valibot';
import { visitorIdSchema } from '../../shared/log-batch.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { firstIssue, options, text } from '../../shared/schema.ts';

const flag = v.optional(v.boolean());
const header = v.optional(v.pipe(v.string(), v.regex(/^[\x21-\x7e][\x20-\x7e]{0,1999}$/)));

/** What the page config says of API calls (its `api`). */
const apiSettingsSchema = options({
  isLoggedIn: flag,
  enableSafetyMode: flag,
  lockedSafetyMode: flag,
  /** Tells the viewer apart; without it the server is asked for one. */
  visitorId: v.optional(visitorIdSchema),
  /** The server is not asked for a visitor id. */
  isVisitorIdFetchDisabled: flag,
  /** An embed in lessons, and one that puts privacy first: viewers are not told apart (specification §5, §8). */
  isEducationEmbed: flag,
  isPflMode: flag,
  /** Names the account of a visitor who is signed in, as `getDatasyncIds` does. */
  dataSyncId: v.optional(v.pipe(v.string(), v.regex(/^[\w.:@-]{1,200}$/))),
  /** The value of the header of this name. */
  authorization: header,
  key: v.optional(text(500)),
  version: v.optional(v.pipe(v.string(), v.regex(/^v\d{1,3}$/))),
  /** As a query string: what the page knows for the ads of its provider. */
  adSignals: v.optional(text(10_000)),
});

export interface ApiSettings {
  isLoggedIn: boolean;
  enableSafetyMode: boolean;
  lockedSafetyMode: boolean;
  visitorId: string | null;
  isVisitorIdFetchDisabled: boolean;
  isEducationEmbed: boolean;
  isPflMode: boolean;
  dataSyncId: string | null;
  authorization: string | null;
  key: string | null;
  version: string;
  adSignals: string;
}

/** Whatever the page config does not say is off. */
export const defaultApiSettings: ApiSettings = {
  isLoggedIn: false,
  enableSafetyMode: false,
  lockedSafetyMode: false,
  visitorId: null,
  isVisitorIdFetchDisabled: false,
  isEducationEmbed: false,
  isPflMode: false,
  dataSyncId: null,
  authorization: null,
  key: null,
  version: 'v1',
  adSignals: '',
};

/** @param value `ServicesConfig.api`, as the page got it */
export function readApiSettings(value: unknown): Result<ApiSettings, 'BAD_SETTINGS'> {
  const parsed = v.safeParse(apiSettingsSchema, value ?? {});
  return parsed.success
    ? ok({ ...defaultApiSettings, ...parsed.output } as ApiSettings)
    : err('BAD_SETTINGS', firstIssue(parsed.issues));
}
