import * as v from 'valibot';
import { commonApiEntries } from '../../shared/api-settings.ts';
import { type Configuration, logTiersSchema } from '../../shared/configuration.ts';
import { experimentIdsPattern } from '../../shared/experiment-ids.ts';
import { pageConfigLimits } from '../../shared/later-limits.ts';
import { attrsEntries, variablesSchema } from '../../shared/page-config.ts';
import { parseFlags } from '../../shared/player-args.ts';
import type { Result } from '../../shared/result.ts';
import { err, ok } from '../../shared/result.ts';
import { anyObject, text } from '../../shared/schema.ts';
import { readJsonFile } from '../library/read-json-file.ts';

/** A path of this origin, or https. Players look again: `src/config/load-assets.ts`. */
const address = v.optional(
  v.pipe(
    text(pageConfigLimits.addressMaxChars),
    v.regex(
      /^(https:\/\/|\/(?![/\\]))\S+$/i,
      'give an https URL, or a path of this origin that begins with /',
    ),
  ),
);

function only<const Entries extends v.ObjectEntries>(entries: Entries) {
  return v.pipe(anyObject, v.strictObject(entries));
}

/**
 * What an operator's file says of every page. Unlike the page, which makes the best of what it gets, a file with a mistake is
 * refused: whoever starts the server can put it right.
 */
const providerConfigSchema = only({
  args: v.optional(variablesSchema),
  // Never what belongs to one viewer: every visitor would get it.
  api: v.optional(only(commonApiEntries)),
  attrs: v.optional(only(attrsEntries)),
  assets: v.optional(only({ js: address, css: address })),
  loaded: v.optional(v.boolean()),
  logTiers: v.optional(logTiersSchema),
  webPlayerContextConfig: v.optional(
    only({
      rootElementId: attrsEntries.id,
      jsUrl: address,
      cssUrl: address,
      serializedExperimentFlags: v.optional(text(10_000)),
      serializedForcedExperimentIds: v.optional(
        v.pipe(
          text(10_000),
          v.regex(experimentIdsPattern, 'give at most 100 integers of at most 9 digits: 12,34'),
        ),
      ),
    }),
  ),
});
export type ProviderConfig = v.InferOutput<typeof providerConfigSchema>;

/** What the API tells players of it at any time, also those whose pages lie elsewhere and are older. */
export function configurationOf({ logTiers, webPlayerContextConfig }: ProviderConfig): Configuration {
  const serialized = webPlayerContextConfig?.serializedExperimentFlags;
  return {
    ...(logTiers && { logTiers }),
    ...(serialized !== undefined && {
      // Longer ones players leave out.
      flags: Object.fromEntries(Object.entries(parseFlags(serialized)).filter(isShort)),
    }),
  };
}

const isShort = (flag: [name: string, value: string]) =>
  flag.every((part) => part.length <= pageConfigLimits.flagMaxChars);

/**
 * @param file JSON; `null` for none
 * @returns the message of `BAD_PAGE_CONFIG` names file, field and cause
 */
export async function readProviderConfig(
  file: string | null,
): Promise<Result<ProviderConfig, 'BAD_PAGE_CONFIG'>> {
  if (file === null) return ok({});
  const read = await readJsonFile(file, file, providerConfigSchema);
  return read.ok
    ? read
    : err(
        'BAD_PAGE_CONFIG',
        `--page-config: ${read.error.message}. docs/page-api.md lists the fields and their values.`,
      );
}
