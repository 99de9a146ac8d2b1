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

export const captionColors = [
  'white',
  'yellow',
  'green',
  'cyan',
  'blue',
  'magenta',
  'red',
  'black',
] as const;
export type CaptionColor = (typeof captionColors)[number];

/** Percent. */
export const captionOpacities = [0, 25, 50, 75, 100] as const;

export const captionEdges = ['none', 'raised', 'depressed', 'outline', 'shadow'] as const;
