import * as z from 'zod/mini';
import { apiSettingsSchema } from '../../shared/api-settings.ts';
import { type FieldProblem, readFields } from '../../shared/read-fields.ts';

/** What the page config says of API calls. */
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
  /** To an API of another origin too. */
  withCredentials: boolean;
  key: string | null;
  version: string;
  adSignals: string;
  embedPass: string | null;
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
  withCredentials: false,
  key: null,
  version: 'v1',
  adSignals: '',
  embedPass: null,
};

/**
 * @param value `ServicesConfig.api`, as the page got it
 * @returns the default for each field that is malformed
 */
export function readApiSettings(value: unknown): { settings: ApiSettings; problems: FieldProblem[] } {
  const { output, problems } = readFields((given) => z.safeParse(apiSettingsSchema, given), value ?? {});
  return {
    settings: { ...defaultApiSettings, ...output } as ApiSettings,
    // They may be reported: zod's messages name types, and quote nothing that may be a secret.
    problems,
  };
}
