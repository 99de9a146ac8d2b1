import { type FieldProblem, readFields } from '../../shared/tools/read-fields.ts';
import { parseAs } from '../../shared/tools/shape.ts';
import { apiSettingsShape } from '../../shared/wire/shapes/api-settings.ts';

/** The page config's settings for API calls. */
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
  /** Also to an API of another origin. */
  withCredentials: boolean;
  key: string | null;
  version: string;
  adSignals: string;
  embedPass: string | null;
}

/** Everything that the page config leaves out is off. */
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
 * @param value `ServicesConfig.api`, as the page received it
 * @returns the default for each malformed field
 */
export function readApiSettings(value: unknown): {
  settings: ApiSettings;
  problems: FieldProblem[];
} {
  const { output, problems } = readFields(
    (fields) => parseAs(apiSettingsShape, fields),
    value ?? {},
  );
  const { properties = {} } = apiSettingsShape;
  const given = Object.entries(output ?? {}).filter(([name]) => Object.hasOwn(properties, name));
  return {
    settings: { ...defaultApiSettings, ...Object.fromEntries(given) } as ApiSettings,
    // Problems may be reported. Their messages name types and quote no values, which may be secret.
    problems,
  };
}
