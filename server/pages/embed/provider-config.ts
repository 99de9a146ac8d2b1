import * as z from 'zod';
import { pageConfigLimits } from '../../../shared/limits/page-config-limits.ts';
import { settingLimits } from '../../../shared/limits/setting-limits.ts';
import { attrsEntries, variablesSchema } from '../../../shared/page/page-config-schema.ts';
import { parseFlags } from '../../../shared/player/player-args.ts';
import type { Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';
import { text } from '../../../shared/tools/schema.ts';
import { commonApiEntries } from '../../../shared/wire/api-settings.ts';
import { type Configuration, logTiersSchema } from '../../../shared/wire/configuration.ts';
import { experimentIdsPattern } from '../../../shared/wire/experiment-ids.ts';
import { readJsonFile } from '../../library/sidecars/read-json-file.ts';

/**
 * A path on this origin, or an https URL. Players check it again in
 * `src/boot/provider-config/load-assets.ts`.
 */
const address = z.optional(
  text(pageConfigLimits.addressMaxChars).check(
    z.regex(
      /^(https:\/\/|\/(?![/\\]))\S+$/,
      'use an https URL, or a path on this origin that begins with /',
    ),
  ),
);

/**
 * An operator's file with entries for every page. Pages ignore malformed entries, but the server
 * refuses the file, because the operator can fix it.
 */
export const providerConfigSchema = z.strictObject({
  $schema: z.optional(text(settingLimits.urlMaxChars)).describe('URL of this schema, for editors.'),
  args: z.optional(variablesSchema).describe('Default values for parameters of embed URLs.'),
  // Must not contain one viewer's data, because every visitor gets this.
  api: z
    .optional(z.strictObject(commonApiEntries))
    .describe('Sent with the API calls of every visitor.'),
  attrs: z.optional(z.strictObject(attrsEntries)).describe('Attributes of the player’s element.'),
  assets: z
    .optional(z.strictObject({ js: address, css: address }))
    .describe('Your own script and style: https URLs, or paths of this origin.'),
  loaded: z
    .optional(z.boolean())
    .describe('The page already has these assets; they are not loaded again.'),
  logTiers: z
    .optional(logTiersSchema)
    .describe(`Tiers of events by their names: up to ${pageConfigLimits.logTiersCount}.`),
  webPlayerContextConfig: z
    .optional(
      z.strictObject({
        rootElementId: attrsEntries.id,
        jsUrl: address,
        cssUrl: address,
        serializedExperimentFlags: z.optional(text(settingLimits.experimentsMaxChars)),
        serializedForcedExperimentIds: z.optional(
          text(settingLimits.experimentsMaxChars).check(
            z.regex(experimentIdsPattern, 'use up to 100 integers with up to 9 digits: 12,34'),
          ),
        ),
      }),
    )
    .describe('Takes precedence over `args` and `assets`.'),
});
export type ProviderConfig = Omit<z.infer<typeof providerConfigSchema>, '$schema'>;

/** The settings that API replies repeat, also for older pages and pages on other hosts. */
export function configurationOf({
  logTiers,
  webPlayerContextConfig,
}: ProviderConfig): Configuration {
  const serialized = webPlayerContextConfig?.serializedExperimentFlags;
  return {
    ...(logTiers && { logTiers }),
    ...(serialized !== undefined && {
      // Players ignore longer flags.
      flags: Object.fromEntries(Object.entries(parseFlags(serialized)).filter(isShort)),
    }),
  };
}

const isShort = (flag: [name: string, value: string]) =>
  flag.every((part) => part.length <= pageConfigLimits.flagMaxChars);

/**
 * @param file path of a JSON file; `null` for none
 * @returns the message of `BAD_PAGE_CONFIG` names file, field and cause
 */
export async function readProviderConfig(
  file: string | null,
): Promise<Result<ProviderConfig, 'BAD_PAGE_CONFIG'>> {
  if (file === null) return ok({});
  const read = await readJsonFile(file, file, providerConfigSchema);
  if (!read.ok)
    return err(
      'BAD_PAGE_CONFIG',
      `--page-config: ${read.error.message}. docs/page-api.md lists the fields and their values.`,
    );
  // `$schema` is for the file's editor, not for pages.
  const { $schema: _, ...config } = read.value;
  return ok(config);
}
