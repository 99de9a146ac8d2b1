import * as v from 'valibot';
import { type Consent, isConsent } from './consent.ts';
import { playerResponseSchema, playlistResponseSchema } from './player-response.ts';
import { amount, map, number, options, text } from './schema.ts';

/** Id of the `<script type="application/json">` that carries the page config. */
export const pageConfigElementId = 'page-config';

/** Names and values without their meaning. */
export const variablesSchema = map(
  text(100),
  v.lazy((value) =>
    typeof value === 'string' ? text(10_000) : typeof value === 'number' ? number : v.boolean(),
  ),
);

/** CSS pixels, or a length of CSS. */
const length = v.pipe(v.string(), v.regex(/^\d{1,5}(\.\d{1,3})?(px|%|r?em|[dsl]?v[hw])?$/));
const size = v.lazy((value) => (typeof value === 'number' ? amount : length));

/** Attributes of the player element. */
export const attrsEntries = {
  width: v.optional(size),
  height: v.optional(size),
  id: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z][\w:.-]{0,99}$/))),
};

/**
 * What the server hands to `writeEmbed` (specification §3, "Player config"). `args` are the raw player variables, as they
 * stand in the URL; `parsePlayerArgs` gives them their meaning. The page takes what fits and does without the rest
 * (`readFields`).
 */
export const pageConfigSchema = options({
  /** Without any, what the page's own address says. */
  args: v.optional(variablesSchema, {}),
  /** Of the API, where it is not the page's own: a page that lies on a static host names it. `https://api.example.com`. */
  apiOrigin: v.optional(v.pipe(v.string(), v.regex(/^https?:\/\/[\w.:[\]-]+$/))),
  /** What goes along with API calls. The services know what counts (`worker/api/api-settings.ts`), and check it. */
  api: v.optional(variablesSchema),
  /** What the services probe. They know what counts (`worker/probes/probe-settings.ts`), and check it. */
  probes: v.optional(variablesSchema),
  attrs: v.optional(options(attrsEntries)),
  /** Addresses of the provider's own script and style: `js`, `css`. `src/config/load-assets.ts` says which are taken. */
  assets: v.optional(variablesSchema),
  /** Whether the page has the assets already. */
  loaded: v.optional(v.boolean()),
  /**
   * `rootElementId`, `jsUrl`, `cssUrl`, `serializedExperimentFlags`, `serializedForcedExperimentIds`. Where it says the same as
   * player variables or assets do, it counts. Whoever uses one of them checks it.
   */
  webPlayerContextConfig: v.optional(variablesSchema),
  /** Shown in the page title; the operator's name for the service. */
  brand: v.optional(text(100)),
  /** Whether the player logs events; it does unless this is `false`. */
  telemetry: v.optional(v.boolean()),
  /** What viewers have said before this page; without it they have agreed. */
  consent: v.optional(v.custom<Consent>(isConsent, 'granted, pending or refused')),
  /** Whether this is a private embed: it stores nothing, and tells nobody apart. */
  private: v.optional(v.boolean()),
  /** Whether hosts without an origin are obeyed, and told what is watched: whoever that may be. */
  opaqueHosts: v.optional(v.boolean()),
  /** The reply of the `player` interface for `args.video_id`, if the server knows it. */
  playerResponse: v.optional(v.nullable(playerResponseSchema)),
  /** The playlist that `args.list` names, if the server knows it. */
  playlist: v.optional(v.nullable(playlistResponseSchema)),
});
export type PageConfig = v.InferOutput<typeof pageConfigSchema>;

/** Something of the page config that the player does without. */
export interface ConfigProblem {
  /** Missing until it has been told. */
  code?:
    | 'BAD_CONFIG'
    | 'BAD_FIELD'
    | 'NO_ELEMENT'
    | 'BAD_CALLBACK'
    | 'BAD_ASSET_URL'
    | 'ASSET_FAILED'
    | 'BAD_COMMAND';
  /** Path in the page config; empty for the whole. */
  field: string;
  /** What is wrong, and how it is put right. */
  message: string;
}

/** §2: attributes of the player element unless the config says otherwise. */
export const defaultAttrs = { width: '100%', height: '100%', id: 'video-player' } as const;

export const defaultBrand = 'Offstage';

/** §2: the video title followed by ' - {brand}'; just the brand when there is no title. */
export function pageTitle(title: string, brand: string): string {
  return title === '' ? brand : `${title} - ${brand}`;
}
