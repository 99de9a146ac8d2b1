import type { ReportFailureCode } from '../../../shared/rpc/rpc.ts';
import type { DeviceAnswer, DeviceReport } from '../../../shared/telemetry/device-report.ts';
import { deviceReportShape } from '../../../shared/telemetry/shapes/device-report.ts';
import { firstIssue } from '../../../shared/tools/issue.ts';
import { err, ok, type Result } from '../../../shared/tools/result.ts';
import { parseAs } from '../../../shared/tools/shape.ts';
import { createResumePlaces, type ResumePlacesDeps } from '../resume/resume-places.ts';
import { nextCookie } from './next-cookie.ts';
import { createPreferences, type PreferencesDeps } from './preferences.ts';

/**
 * Receives the page's reports on the viewer's device, and answers with stored preferences and
 * places.
 */
export interface DeviceReports {
  reportDevice(report: DeviceReport): Promise<Result<DeviceAnswer, ReportFailureCode>>;
  /** Resolves once everything is stored. */
  stop(): Promise<void>;
}

export interface DeviceReportsDeps extends Omit<PreferencesDeps, 'data'>, ResumePlacesDeps {
  /**
   * Whether earlier pages may have stored anything. Most have not, and reading the store would
   * create it.
   */
  hasKept(): Promise<boolean>;
  /**
   * Whether anything may outlive the page: places in videos, and the cookie, which is storage
   * outside `data`. If not, an existing cookie is removed.
   */
  canStore(): boolean;
}

export function createDeviceReports(deps: DeviceReportsDeps): DeviceReports {
  const preferences = createPreferences(deps);
  const places = createResumePlaces(deps);
  return {
    async reportDevice(report) {
      const parsed = parseAs(deviceReportShape, report);
      if (!parsed.success)
        return err(
          'BAD_REPORT',
          `The report does not fit its schema: ${firstIssue(parsed.error.issues)}`,
        );
      const { isOpening, chosen, screen, watched, opened } = parsed.data;
      if (chosen !== undefined) preferences.keep(chosen);
      const canStore = deps.canStore();
      if (watched !== undefined && canStore) await places.keep(watched.videoId, watched.seconds);
      const isKept = isOpening === true && (await deps.hasKept());
      return ok({
        preferences: isKept ? await preferences.read() : {},
        resumeSeconds:
          opened !== undefined && canStore && (await deps.hasKept())
            ? await places.find(opened)
            : null,
        cookie: screen === undefined ? null : nextCookie(screen, canStore),
      });
    },
    stop: preferences.stop,
  };
}
