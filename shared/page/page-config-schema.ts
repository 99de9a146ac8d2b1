import * as z from 'zod/mini';
import { addressLimits } from '../limits/address-limits.ts';
import { settingLimits } from '../limits/setting-limits.ts';
import { playerResponseSchema, playlistResponseSchema } from '../player/player-response.ts';
import { consents } from '../rpc/consent.ts';
import { amount, map, number, text } from '../tools/schema.ts';

/** Unchecked names and values. */
export const variablesSchema = map(
  text(addressLimits.nameMaxChars),
  z.union([text(addressLimits.valueMaxChars), number, z.boolean()]),
);

/** CSS pixels, or a CSS length. */
const length = z.string().check(z.regex(/^\d{1,5}(\.\d{1,3})?(px|%|r?em|[dsl]?v[hw])?$/));
const size = z.union([amount, length]);

/** Attributes of the player element. */
export const attrsEntries = {
  width: z.optional(size),
  height: z.optional(size),
  id: z.optional(z.string().check(z.regex(/^[A-Za-z][\w:.-]{0,99}$/))),
};

/**
 * The argument of `writeEmbed` (specification §3, "Player config"). `args` are raw player
 * variables, as in the URL; `parsePlayerArgs` interprets them. The page uses the valid fields and
 * ignores the others (`readFields`).
 */
export const pageConfigSchema = z.object({
  /** Missing: read from the page's own URL. */
  args: z._default(variablesSchema, {}),
  /**
   * Origin of the API, if it differs from the page's: a page on a static host needs it.
   * `https://api.example.com`.
   */
  apiOrigin: z.optional(z.string().check(z.regex(/^https?:\/\/[\w.:[\]-]+$/))),
  /** Settings for API calls. The services define and check them (`worker/api/api-settings.ts`). */
  api: z.optional(variablesSchema),
  /**
   * Settings for probes. The services define and check them (`worker/probes/probe-settings.ts`).
   */
  probes: z.optional(variablesSchema),
  attrs: z.optional(z.object(attrsEntries)),
  /**
   * URLs of the provider's own script and style: `js`, `css`.
   * `src/boot/provider-config/load-assets.ts` lists those that are used.
   */
  assets: z.optional(variablesSchema),
  /** Whether the page has already loaded the assets. */
  loaded: z.optional(z.boolean()),
  /**
   * `rootElementId`, `jsUrl`, `cssUrl`, `serializedExperimentFlags`,
   * `serializedForcedExperimentIds`. They take precedence over player variables and assets. The
   * code that uses one of them checks it.
   */
  webPlayerContextConfig: z.optional(variablesSchema),
  /** The operator's name for the service, shown in the page title. */
  brand: z.optional(text(settingLimits.brandMaxChars)),
  /** Whether the player logs events; `true` unless set to `false`. */
  telemetry: z.optional(z.boolean()),
  /** The viewer's earlier consent answer; missing counts as granted. */
  consent: z.optional(z.enum(consents)),
  /** Whether this is a private embed: it stores nothing and identifies no viewer. */
  private: z.optional(z.boolean()),
  /**
   * Whether to accept commands from hosts without an origin, and report to them what is watched.
   * Such hosts cannot be identified.
   */
  opaqueHosts: z.optional(z.boolean()),
  /** The reply of the `player` interface for `args.video_id`, if the server knows it. */
  playerResponse: z.optional(z.nullable(playerResponseSchema)),
  /** The playlist that `args.list` names, if the server knows it. */
  playlist: z.optional(z.nullable(playlistResponseSchema)),
});
