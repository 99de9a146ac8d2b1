import type { DeviceAnswer, DeviceReport } from '../../shared/device-report.ts';
import { firstIssue } from '../../shared/issue.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import type { ReportFailureCode } from '../../shared/rpc.ts';
import { parseAs } from '../../shared/shape.ts';
import { deviceReportShape } from '../../shared/shapes/device-report.ts';
import { createResumePlaces, type ResumePlacesDeps } from '../resume/resume-places.ts';
import { nextCookie } from './next-cookie.ts';
import { createPreferences, type PreferencesDeps } from './preferences.ts';

/** Takes what the page says of the viewer's device, and answers what was kept or is to be kept of it. */
export interface DeviceReports {
  reportDevice(report: DeviceReport): Promise<Result<DeviceAnswer, ReportFailureCode>>;
  /** Resolves once everything is stored. */
  stop(): Promise<void>;
}

export interface DeviceReportsDeps extends Omit<PreferencesDeps, 'data'>, ResumePlacesDeps {
  /** Whether earlier pages may have kept anything: most have not, and asking the store would make it. */
  hasKept(): Promise<boolean>;
  /** Whether the page may have a cookie, storage that is not behind `data`; without, one that is there goes. */
  mayKeepCookie(): boolean;
  /** Whether this viewer may have it remembered where they left a video. */
  mayResume(): boolean;
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
      const mayResume = deps.mayResume();
      if (watched !== undefined && mayResume) await places.keep(watched.videoId, watched.seconds);
      const isKept = isOpening === true && (await deps.hasKept());
      return ok({
        preferences: isKept ? await preferences.read() : {},
        resumeSeconds:
          opened !== undefined && mayResume && (await deps.hasKept())
            ? await places.find(opened)
            : null,
        cookie: screen === undefined ? null : nextCookie(screen, deps.mayKeepCookie()),
      });
    },
    stop: preferences.stop,
  };
}
