import * as z from 'zod/mini';
import { consents } from './consent.ts';
import { playerResponseSchema, playlistResponseSchema } from './player-response.ts';
import { amount, map, number, text } from './schema.ts';

/** Names and values without their meaning. */
export const variablesSchema = map(text(100), z.union([text(10_000), number, z.boolean()]));

/** CSS pixels, or a length of CSS. */
const length = z.string().check(z.regex(/^\d{1,5}(\.\d{1,3})?(px|%|r?em|[dsl]?v[hw])?$/));
const size = z.union([amount, length]);

/** Attributes of the player element. */
export const attrsEntries = {
  width: z.optional(size),
  height: z.optional(size),
  id: z.optional(z.string().check(z.regex(/^[A-Za-z][\w:.-]{0,99}$/))),
};

/**
 * What the server hands to `writeEmbed` (specification §3, "Player config"). `args` are the raw player variables, as they
 * stand in the URL; `parsePlayerArgs` gives them their meaning. The page takes what fits and does without the rest
 * (`readFields`).
 */
export const pageConfigSchema = z.object({
  /** Without any, what the page's own address says. */
  args: z._default(variablesSchema, {}),
  /** Of the API, where it is not the page's own: a page that lies on a static host names it. `https://api.example.com`. */
  apiOrigin: z.optional(z.string().check(z.regex(/^https?:\/\/[\w.:[\]-]+$/))),
  /** What goes along with API calls. The services know what counts (`worker/api/api-settings.ts`), and check it. */
  api: z.optional(variablesSchema),
  /** What the services probe. They know what counts (`worker/probes/probe-settings.ts`), and check it. */
  probes: z.optional(variablesSchema),
  attrs: z.optional(z.object(attrsEntries)),
  /** Addresses of the provider's own script and style: `js`, `css`. `src/config/load-assets.ts` says which are taken. */
  assets: z.optional(variablesSchema),
  /** Whether the page has the assets already. */
  loaded: z.optional(z.boolean()),
  /**
   * `rootElementId`, `jsUrl`, `cssUrl`, `serializedExperimentFlags`, `serializedForcedExperimentIds`. Where it says the same as
   * player variables or assets do, it counts. Whoever uses one of them checks it.
   */
  webPlayerContextConfig: z.optional(variablesSchema),
  /** Shown in the page title; the operator's name for the service. */
  brand: z.optional(text(100)),
  /** Whether the player logs events; it does unless this is `false`. */
  telemetry: z.optional(z.boolean()),
  /** What viewers have said before this page; without it they have agreed. */
  consent: z.optional(z.enum(consents)),
  /** Whether this is a private embed: it stores nothing, and tells nobody apart. */
  private: z.optional(z.boolean()),
  /** Whether hosts without an origin are obeyed, and told what is watched: whoever that may be. */
  opaqueHosts: z.optional(z.boolean()),
  /** The reply of the `player` interface for `args.video_id`, if the server knows it. */
  playerResponse: z.optional(z.nullable(playerResponseSchema)),
  /** The playlist that `args.list` names, if the server knows it. */
  playlist: z.optional(z.nullable(playlistResponseSchema)),
});
