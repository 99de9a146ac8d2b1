import * as z from 'zod';
import { heartbeatLimits } from '../../shared/limits/recovery-limits.ts';
import { videoLimits } from '../../shared/limits/video-limits.ts';
import { drmListSchema } from '../../shared/player/drm.ts';
import { hlsOpeningSchema } from '../../shared/player/hls-opening.ts';
import { playerResponseSchema } from '../../shared/player/player-response.ts';
import { type ControlName, commandOfControl } from '../../shared/player/video-extras.ts';
import {
  channelSchema,
  commandSchema,
  relatedSchema,
  viewerSchema,
} from '../../shared/player/video-extras-schemas.ts';
import { list, text } from '../../shared/tools/schema.ts';
import { configurationSchema } from '../../shared/wire/configuration.ts';
import {
  consistencyTokenJarSchema,
  globalConfigSchema,
  locationPlayabilityTokenSchema,
} from '../../shared/wire/response-context.ts';

// Complete replies of the API. Players check the parts one by one, so that one malformed part does
// not spoil the others. The server loads these schemas only to publish them.

const globalConfig = z.object({
  ...globalConfigSchema.shape,
  config: z.optional(z.looseObject(configurationSchema.shape)),
});

/** The `responseContext` that replies carry. */
export const responseContextSchema = z.object({
  consistencyTokenJar: z.optional(consistencyTokenJarSchema),
  locationPlayabilityToken: z.optional(locationPlayabilityTokenSchema),
  globalConfig: z.optional(
    z.object({ cold: z.optional(globalConfig), hot: z.optional(globalConfig) }),
  ),
});

const { videoDetails, sources } = playerResponseSchema.shape;
const controls = Object.keys(commandOfControl) as ControlName[];

/**
 * The data of a video: the reply of the `player` interface, and `playerResponse` in page configs.
 */
export const videoReplySchema = z.object({
  ...playerResponseSchema.shape,
  videoDetails: z.object({
    ...videoDetails.shape,
    watchUrl: z.optional(text(videoLimits.urlMaxChars, 1)),
    channel: z.optional(channelSchema),
  }),
  sources: list(
    z.object({
      ...sources._zod.def.element.shape,
      drm: z.optional(drmListSchema),
      opening: z.optional(hlsOpeningSchema),
    }),
    videoLimits.sourcesCount,
  ),
  viewer: z.optional(viewerSchema),
  related: z.optional(
    list(
      z.object({
        ...relatedSchema._zod.def.element.shape,
        notInterested: z.optional(commandSchema),
      }),
      videoLimits.relatedCount,
    ),
  ),
  commands: z.optional(z.partialRecord(z.enum(controls), commandSchema)),
  heartbeat: z.optional(
    z.object({
      everySec: z.number().min(heartbeatLimits.everyMinSec).max(heartbeatLimits.everyMaxSec),
    }),
  ),
});
