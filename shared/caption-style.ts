import * as v from 'valibot';
import { options } from './schema.ts';

/** Fonts by their kind, as the FCC's rules for captions (47 CFR 79.103) name them. */
export const captionFonts = [
  'serif_mono',
  'serif',
  'sans_mono',
  'sans',
  'casual',
  'cursive',
  'small_caps',
] as const;

export const captionColors = ['white', 'yellow', 'green', 'cyan', 'blue', 'magenta', 'red', 'black'] as const;
export type CaptionColor = (typeof captionColors)[number];

/** Percent. */
export const captionOpacities = [0, 25, 50, 75, 100] as const;

export const captionEdges = ['none', 'raised', 'depressed', 'outline', 'shadow'] as const;

/** What a viewer wants captions to look like; what is missing is as the player has it. Their size is counted apart. */
export const captionStyleSchema = options({
  font: v.optional(v.picklist(captionFonts)),
  color: v.optional(v.picklist(captionColors)),
  opacity: v.optional(v.picklist(captionOpacities)),
  /** Behind the letters. */
  background: v.optional(v.picklist(captionColors)),
  backgroundOpacity: v.optional(v.picklist(captionOpacities)),
  /** Behind all lines together. */
  window: v.optional(v.picklist(captionColors)),
  windowOpacity: v.optional(v.picklist(captionOpacities)),
  edge: v.optional(v.picklist(captionEdges)),
});
export type CaptionStyle = v.InferOutput<typeof captionStyleSchema>;
