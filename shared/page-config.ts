import * as v from 'valibot';
import { playerResponseSchema, playlistResponseSchema } from './player-response.ts';
import { map, number, text } from './schema.ts';

/** Id of the `<script type="application/json">` that carries the page config. */
export const pageConfigElementId = 'page-config';

const variablesSchema = map(text(100), v.union([text(10_000), number, v.boolean()]));

/**
 * What the server hands to `writeEmbed` (specification §3, "Player config"). `args` are the raw player variables, as they
 * stand in the URL; `parsePlayerArgs` gives them their meaning.
 */
export const pageConfigSchema = v.object({
  args: variablesSchema,
  /** What goes along with API calls. The services know what counts (`worker/api/api-settings.ts`), and check it. */
  api: v.optional(variablesSchema),
  /** What the services probe. They know what counts (`worker/probes/probe-settings.ts`), and check it. */
  probes: v.optional(variablesSchema),
  /** Attributes of the player element. */
  attrs: v.optional(
    v.object({
      width: v.optional(v.union([v.string(), number])),
      height: v.optional(v.union([v.string(), number])),
      id: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z][\w:.-]{0,99}$/))),
    }),
  ),
  assets: v.optional(v.object({ js: v.optional(v.string()), css: v.optional(v.string()) })),
  loaded: v.optional(v.boolean()),
  /** Shown in the page title; the operator's name for the service. */
  brand: v.optional(text(100)),
  /** Whether the player logs events; it does unless this is `false`. */
  telemetry: v.optional(v.boolean()),
  /** What viewers have said before this page; without it they have agreed. */
  consent: v.optional(v.picklist(['granted', 'pending', 'refused'])),
  /** Whether this is a private embed: it stores nothing, and tells nobody apart. */
  private: v.optional(v.boolean()),
  /** The reply of the `player` interface for `args.video_id`, if the server knows it. */
  playerResponse: v.optional(v.nullable(playerResponseSchema)),
  /** The playlist that `args.list` names, if the server knows it. */
  playlist: v.optional(v.nullable(playlistResponseSchema)),
});
export type PageConfig = v.InferOutput<typeof pageConfigSchema>;

/** §2: attributes of the player element unless the config says otherwise. */
export const defaultAttrs = { width: '100%', height: '100%', id: 'video-player' } as const;

export const defaultBrand = 'Offstage';

/** §2: the video title followed by ' - {brand}'; just the brand when there is no title. */
export function pageTitle(title: string, brand: string): string {
  return title === '' ? brand : `${title} - ${brand}`;
}
