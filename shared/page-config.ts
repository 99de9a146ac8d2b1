import { playerResponseSchema, playlistResponseSchema } from './player-response.ts';
import { z } from './zod.ts';

/** Id of the `<script type="application/json">` that carries the page config. */
export const pageConfigElementId = 'page-config';

/**
 * What the server hands to `writeEmbed` (specification §3, "Player config"). `args` are the raw player variables, as they
 * stand in the URL; `parsePlayerArgs` gives them their meaning.
 */
export const pageConfigSchema = z.object({
  args: z.record(
    z.string().check(z.maxLength(100)),
    z.union([z.string().check(z.maxLength(10_000)), z.number(), z.boolean()]),
  ),
  /** Attributes of the player element. */
  attrs: z.optional(
    z.object({
      width: z.optional(z.union([z.string(), z.number()])),
      height: z.optional(z.union([z.string(), z.number()])),
      id: z.optional(z.string().check(z.regex(/^[A-Za-z][\w:.-]{0,99}$/))),
    }),
  ),
  assets: z.optional(z.object({ js: z.optional(z.string()), css: z.optional(z.string()) })),
  loaded: z.optional(z.boolean()),
  /** Shown in the page title; the operator's name for the service. */
  brand: z.optional(z.string().check(z.maxLength(100))),
  /** Whether the player logs events; it does unless this is `false`. */
  telemetry: z.optional(z.boolean()),
  /** The reply of the `player` interface for `args.video_id`, if the server knows it. */
  playerResponse: z.optional(z.nullable(playerResponseSchema)),
  /** The playlist that `args.list` names, if the server knows it. */
  playlist: z.optional(z.nullable(playlistResponseSchema)),
});
export type PageConfig = z.infer<typeof pageConfigSchema>;

/** §2: attributes of the player element unless the config says otherwise. */
export const defaultAttrs = { width: '100%', height: '100%', id: 'video-player' } as const;

export const defaultBrand = 'Offstage';

/** §2: the video title followed by ' - {brand}'; just the brand when there is no title. */
export function pageTitle(title: string, brand: string): string {
  return title === '' ? brand : `${title} - ${brand}`;
}
