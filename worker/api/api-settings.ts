import { err, ok, type Result } from '../../shared/result.ts';
import { firstIssue, z } from '../../shared/zod.ts';

const flag = z.optional(z.boolean());
const header = z.optional(z.string().check(z.regex(/^[\x21-\x7e][\x20-\x7e]{0,1999}$/)));

/** What the page config says of API calls (its `api`). */
const apiSettingsSchema = z.object({
  isLoggedIn: flag,
  enableSafetyMode: flag,
  lockedSafetyMode: flag,
  /** Names the viewer to the provider. */
  visitorId: header,
  /** The value of the header of this name. */
  authorization: header,
  key: z.optional(z.string().check(z.maxLength(500))),
  version: z.optional(z.string().check(z.regex(/^v\d{1,3}$/))),
  /** As a query string: what the page knows for the ads of its provider. */
  adSignals: z.optional(z.string().check(z.maxLength(10_000))),
});

export interface ApiSettings {
  isLoggedIn: boolean;
  enableSafetyMode: boolean;
  lockedSafetyMode: boolean;
  visitorId: string | null;
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
  authorization: null,
  key: null,
  version: 'v1',
  adSignals: '',
};

/** @param value `ServicesConfig.api`, as the page got it */
export function readApiSettings(value: unknown): Result<ApiSettings, 'BAD_SETTINGS'> {
  const parsed = apiSettingsSchema.safeParse(value ?? {});
  return parsed.success
    ? ok({ ...defaultApiSettings, ...parsed.data } as ApiSettings)
    : err('BAD_SETTINGS', firstIssue(parsed.error));
}
