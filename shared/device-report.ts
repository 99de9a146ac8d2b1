import * as v from 'valibot';
import { captionStyleSchema } from './caption-style.ts';
import { languageSchema } from './player-response.ts';
import { amount, integerFrom, numberFrom, text } from './schema.ts';
import { videoIdPattern } from './video-id.ts';

const videoIdSchema = v.pipe(v.string(), v.regex(videoIdPattern));

/** What a viewer has chosen by the player's controls or keys; each is kept by itself, the last that was chosen. */
export const preferencesSchema = v.object({
  /** 0 to 100. */
  volume: v.optional(integerFrom(0, 100)),
  isMuted: v.optional(v.boolean()),
  playbackRate: v.optional(numberFrom(0.25, 2)),
  /** Pixels; `null` is automatic. Levels are named differently in each video. */
  qualityHeight: v.optional(v.nullable(integerFrom(1, 20_000))),
  /** BCP 47; `null` is off. */
  captionsLanguage: v.optional(v.nullable(languageSchema)),
  captionStyle: v.optional(captionStyleSchema),
  /** BCP 47. */
  audioLanguage: v.optional(languageSchema),
  /** Steps from the normal size. */
  captionsFontSize: v.optional(integerFrom(-1, 3)),
});
export type Preferences = v.InferOutput<typeof preferencesSchema>;

const screenSchema = v.object({
  /** Device pixels in a CSS pixel. */
  pixelRatio: amount,
  /** `document.cookie`. */
  cookies: text(100_000),
  isHttps: v.boolean(),
  /** Https, or this machine. */
  isSecure: v.boolean(),
  isFramed: v.boolean(),
});
export type ScreenReading = v.InferOutput<typeof screenSchema>;

/** What the page sees of the device, and of what its viewer wants of it. */
export const deviceReportSchema = v.object({
  /** The page has just been opened: it asks what earlier ones have kept. */
  isOpening: v.optional(v.boolean()),
  /** The viewer has chosen these. */
  chosen: v.optional(preferencesSchema),
  /** Where the viewer is in a video, in seconds; `null`: they shall begin it again. */
  watched: v.optional(v.object({ videoId: videoIdSchema, seconds: v.nullable(amount) })),
  /** This video has come on stage: it is asked where the viewer left it. */
  opened: v.optional(videoIdSchema),
  /** It has become this one. */
  screen: v.optional(screenSchema),
});
export type DeviceReport = v.InferOutput<typeof deviceReportSchema>;

export interface DeviceAnswer {
  /** Empty unless the page is opening. */
  preferences: Preferences;
  /** Where the viewer left the video that was opened, in seconds; `null`: nowhere. */
  resumeSeconds: number | null;
  /** For `document.cookie`; `null`: there is nothing to write. */
  cookie: string | null;
}
