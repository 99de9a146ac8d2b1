import * as z from 'zod/mini';
import { pageReportLimits } from '../limits/page-report-limits.ts';
import { captionStyleSchema } from '../player/caption-style-schema.ts';
import { languageSchema } from '../player/player-response.ts';
import { videoIdPattern } from '../player/video-id.ts';
import { amount, integerFrom, numberFrom, text } from '../tools/schema.ts';

const videoIdSchema = z.string().check(z.regex(videoIdPattern));

/**
 * Choices that the viewer made with the player's controls or keys. Each is stored separately, the
 * last choice wins.
 */
export const preferencesSchema = z.object({
  /** 0 to 100. */
  volume: z.optional(integerFrom(0, 100)),
  isMuted: z.optional(z.boolean()),
  playbackRate: z.optional(numberFrom(0.25, 2)),
  /** Pixels; `null` is automatic. Quality levels have other names in each video. */
  qualityHeight: z.optional(z.nullable(integerFrom(1, pageReportLimits.qualityHeightMax))),
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
  cookies: text(pageReportLimits.cookiesMaxChars),
  isHttps: z.boolean(),
  /** https, or this machine. */
  isSecure: z.boolean(),
  isFramed: z.boolean(),
});
export type ScreenReading = z.infer<typeof screenSchema>;

/** The page's report on the device, and on its viewer's preferences. */
export const deviceReportSchema = z.object({
  /** The page has just been opened, and asks for stored preferences. */
  isOpening: z.optional(z.boolean()),
  /** Preferences that the viewer chose. */
  chosen: z.optional(preferencesSchema),
  /**
   * The viewer's place in a video, in seconds; `null`: the video starts from the beginning next
   * time.
   */
  watched: z.optional(z.object({ videoId: videoIdSchema, seconds: z.nullable(amount) })),
  /** This video was opened: asks where the viewer left it. */
  opened: z.optional(videoIdSchema),
  /** The current screen. */
  screen: z.optional(screenSchema),
});
export type DeviceReport = z.infer<typeof deviceReportSchema>;

export interface DeviceAnswer {
  /** Empty unless the page is opening. */
  preferences: Preferences;
  /** Where the viewer left the opened video, in seconds; `null` if there is no place. */
  resumeSeconds: number | null;
  /** For `document.cookie`; `null` if there is nothing to write. */
  cookie: string | null;
}
