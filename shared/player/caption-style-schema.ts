import * as z from 'zod/mini';
import { captionColors, captionEdges, captionFonts, captionOpacities } from './caption-style.ts';

/**
 * The viewer's caption style; missing fields use the player's default. The text size is a separate
 * preference.
 */
export const captionStyleSchema = z.object({
  font: z.optional(z.enum(captionFonts)),
  color: z.optional(z.enum(captionColors)),
  opacity: z.optional(z.literal(captionOpacities)),
  /** Behind the letters. */
  background: z.optional(z.enum(captionColors)),
  backgroundOpacity: z.optional(z.literal(captionOpacities)),
  /** Behind all lines together. */
  window: z.optional(z.enum(captionColors)),
  windowOpacity: z.optional(z.literal(captionOpacities)),
  edge: z.optional(z.enum(captionEdges)),
});

export type CaptionStyle = z.infer<typeof captionStyleSchema>;
