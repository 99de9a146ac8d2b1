import * as v from 'valibot';
import { type FieldProblem, readFields } from '../../shared/read-fields.ts';
import { options, text } from '../../shared/schema.ts';

const urlSchema = v.optional(text(2_000, 1));

/** What the page config says of probes (its `probes`). */
const probeSettingsSchema = options({
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
 * @returns `null` for each field that is malformed
 */
export function readProbeSettings(
  value: unknown,
  origin: string,
): { settings: ProbeSettings; problems: FieldProblem[] } {
  const { output, problems } = readFields(probeSettingsSchema, value);
  const settings: ProbeSettings = { botDetection: null, adStatus: null };
  for (const field of ['botDetection', 'adStatus'] as const)
    try {
      settings[field] = absolute(output?.[field], origin);
    } catch (error) {
      problems.push({ field, message: String(error) });
    }
  return { settings, problems };
}

/** @throws TypeError for what no script can be fetched from */
function absolute(url: string | undefined, origin: string): string | null {
  if (url === undefined) return null;
  const { href, protocol } = new URL(url, origin);
  if (!/^https?:$/.test(protocol)) throw new TypeError(`no http URL: ${url}`);
  return href;
}
