import * as z from 'zod/mini';
import { captionStyleSchema } from './caption-style-schema.ts';
import { languageSchema } from './player-response.ts';
import { amount, integerFrom, numberFrom, text } from './schema.ts';
import { videoIdPattern } from './video-id.ts';

const videoIdSchema = z.string().check(z.regex(videoIdPattern));

/** What a viewer has chosen by the player's controls or keys; each is kept by itself, the last that was chosen. */
export const preferencesSchema = z.object({
  /** 0 to 100. */
  volume: z.optional(integerFrom(0, 100)),
  isMuted: z.optional(z.boolean()),
  playbackRate: z.optional(numberFrom(0.25, 2)),
  /** Pixels; `null` is automatic. Levels are named differently in each video. */
  qualityHeight: z.optional(z.nullable(integerFrom(1, 20_000))),
  /** BCP 47; `null` is off. */
  captionsLanguage: z.optional(z.nullable(languageSchema)),
  captionStyle: z.optional(captionStyleSchema),
  /** BCP 47. */
  audioLanguage: z.optional(languageSchema),
  /** Steps from the normal size. */
  captionsFontSize: z.optional(integerFrom(-1, 3)),
});
export type Preferences = z.infer<typeof preferencesSchema>;

const screenSchema = z.object({
  /** Device pixels in a CSS pixel. */
  pixelRatio: amount,
  /** `document.cookie`. */
  cookies: text(100_000),
  isHttps: z.boolean(),
  /** Https, or this machine. */
  isSecure: z.boolean(),
  isFramed: z.boolean(),
});
export type ScreenReading = z.infer<typeof screenSchema>;

/** What the page sees of the device, and of what its viewer wants of it. */
export const deviceReportSchema = z.object({
  /** The page has just been opened: it asks what earlier ones have kept. */
  isOpening: z.optional(z.boolean()),
  /** The viewer has chosen these. */
  chosen: z.optional(preferencesSchema),
  /** Where the viewer is in a video, in seconds; `null`: they shall begin it again. */
  watched: z.optional(z.object({ videoId: videoIdSchema, seconds: z.nullable(amount) })),
  /** This video has come on stage: it is asked where the viewer left it. */
  opened: z.optional(videoIdSchema),
  /** It has become this one. */
  screen: z.optional(screenSchema),
});
export type DeviceReport = z.infer<typeof deviceReportSchema>;

export interface DeviceAnswer {
  /** Empty unless the page is opening. */
  preferences: Preferences;
  /** Where the viewer left the video that was opened, in seconds; `null`: nowhere. */
  resumeSeconds: number | null;
  /** For `document.cookie`; `null`: there is nothing to write. */
  cookie: string | null;
}
