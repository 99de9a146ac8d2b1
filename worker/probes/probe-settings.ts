import { type FieldProblem, readFields } from '../../shared/tools/read-fields.ts';
import { parseAs } from '../../shared/tools/shape.ts';
import { probeSettingsShape } from './shapes/probe-settings.ts';

/** Absolute URLs. */
export interface ProbeSettings {
  botDetection: string | null;
  adStatus: string | null;
}

/**
 * @param value `ServicesConfig.probes`, as the page received it
 * @param origin of the embed page; URLs are resolved against it
 * @returns `null` for each malformed field
 */
export function readProbeSettings(
  value: unknown,
  origin: string,
): { settings: ProbeSettings; problems: FieldProblem[] } {
  const { output, problems } = readFields((given) => parseAs(probeSettingsShape, given), value);
  const settings: ProbeSettings = { botDetection: null, adStatus: null };
  for (const field of ['botDetection', 'adStatus'] as const)
    try {
      settings[field] = absolute(output?.[field], origin);
    } catch (error) {
      problems.push({ field, message: String(error) });
    }
  return { settings, problems };
}

/** @throws TypeError for a URL that no script can be fetched from */
function absolute(url: string | undefined, origin: string): string | null {
  if (url === undefined) return null;
  const { href, protocol } = new URL(url, origin);
  if (!/^https?:$/.test(protocol)) throw new TypeError(`no http URL: ${url}`);
  return href;
}
