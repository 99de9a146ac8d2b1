import * as z from 'zod/mini';
import { firstIssue } from '../../shared/issue.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { text } from '../../shared/schema.ts';

const urlSchema = z.optional(text(2_000, 1));

/** What the page config says of probes (its `probes`). */
const probeSettingsSchema = z.object({
  /** URL of a bot detection's script; `docs/telemetry.md` says what it must do. */
  botDetection: urlSchema,
  /** URL of an ads provider's script. */
  adStatus: urlSchema,
});

/** Absolute URLs. */
export interface ProbeSettings {
  botDetection: string | null;
  adStatus: string | null;
}

/**
 * @param value `ServicesConfig.probes`, as the page got it
 * @param origin of the embed page, against which URLs are resolved
 */
export function readProbeSettings(value: unknown, origin: string): Result<ProbeSettings, 'BAD_SETTINGS'> {
  const parsed = z.safeParse(probeSettingsSchema, value);
  if (!parsed.success) return err('BAD_SETTINGS', firstIssue(parsed.error.issues));
  const { botDetection, adStatus } = parsed.data;
  try {
    return ok({ botDetection: absolute(botDetection, origin), adStatus: absolute(adStatus, origin) });
  } catch (error) {
    return err('BAD_SETTINGS', String(error));
  }
}

/** @throws TypeError for what no script can be fetched from */
function absolute(url: string | undefined, origin: string): string | null {
  if (url === undefined) return null;
  const { href, protocol } = new URL(url, origin);
  if (!/^https?:$/.test(protocol)) throw new TypeError(`no http URL: ${url}`);
  return href;
}
