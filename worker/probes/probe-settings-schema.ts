import * as z from 'zod/mini';
import { settingLimits } from '../../shared/limits/setting-limits.ts';
import { text } from '../../shared/tools/schema.ts';

const urlSchema = z.optional(text(settingLimits.urlMaxChars, 1));

/** The page config's `probes`. */
export const probeSettingsSchema = z.object({
  /** URL of a bot-detection script; `docs/telemetry.md` says what it must do. */
  botDetection: urlSchema,
  /** URL of an ads provider's script. */
  adStatus: urlSchema,
});
