import { firstIssue } from '../../shared/issue.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { parseAs } from '../../shared/shape.ts';
import { probeSettingsShape } from './shapes/probe-settings.ts';

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
  const parsed = parseAs(probeSettingsShape, value);
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
