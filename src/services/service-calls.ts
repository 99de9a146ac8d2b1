import { rpcLimits } from '../../shared/limits/rpc-limits.ts';
import type { ListType } from '../../shared/player/list-type.ts';
import type { PlaylistAnswer } from '../../shared/player/player-response.ts';
import type {
  FlushReport,
  ReportFailureCode,
  Services,
  ServicesLoad,
  VideoAnswer,
  VideoQuestion,
} from '../../shared/rpc/rpc.ts';
import type { DeviceAnswer, DeviceReport } from '../../shared/telemetry/device-report.ts';
import type { PlaybackAnswer, PlaybackReport } from '../../shared/telemetry/playback-report.ts';
import type { Clock } from '../../shared/tools/clock.ts';
import { err, type Result } from '../../shared/tools/result.ts';
import type { CallApi } from '../../shared/wire/api-calls.ts';
import type { ApiFailureCode } from '../../shared/wire/api-failure-code.ts';
import type { Supervisor } from './supervisor.ts';
import { withDeadline } from './with-deadline.ts';

type Unserved = 'NO_SERVICES' | 'DEAD';
type ApiFailure = ApiFailureCode | Unserved;
export type FlushFailure = Unserved | 'DEADLINE' | (string & {});

/** Calls of the services that return an answer. All but `readLoad` wait until services run. */
export interface ServiceCalls {
  /** Sends all events now. Resolves when they are delivered or an attempt failed. */
  flush(): Promise<Result<FlushReport, FlushFailure>>;
  /** The API's `player` interface, called from the worker. */
  getVideo(...asked: VideoQuestion): Promise<Result<VideoAnswer, ApiFailure>>;
  getPlaylist(
    listId: string,
    listType: ListType,
    hasEntries?: boolean,
  ): Promise<Result<PlaylistAnswer, ApiFailure>>;
  callApi: CallApi<Unserved>;
  /** Reports a playback to the services. */
  report(report: PlaybackReport): Promise<Result<PlaybackAnswer, ReportFailureCode | Unserved>>;
  /** Reports the viewer's device and choices to the services. */
  reportDevice(report: DeviceReport): Promise<Result<DeviceAnswer, ReportFailureCode | Unserved>>;
  /** Reads what the services cost their thread. `undefined` if none run. */
  readLoad(): Promise<Result<ServicesLoad, 'DEAD'>> | undefined;
}

export function createServiceCalls(supervisor: Supervisor, clock: Clock): ServiceCalls {
  /** Waits for running services and calls them. Settles even if they die. */
  async function ask<T, Code extends string>(
    question: (services: Services) => Promise<Result<T, Code>>,
  ): Promise<Result<T, Code | Unserved>> {
    const running = await withDeadline(supervisor.running(), rpcLimits.callDeadlineMs, clock);
    if (running === null) return err('NO_SERVICES', 'The services did not start.');
    if (!running.ok) return running;
    const answer = await running.value.life.call(question);
    return answer.ok ? answer.value : answer;
  }

  return {
    async flush() {
      // A bug in the services must not reject here.
      const flushed = ask((services) => services.flush()).catch((error) =>
        err('DEAD', String(error)),
      );
      const report = await withDeadline(flushed, rpcLimits.flushDeadlineMs, clock);
      return report ?? err('DEADLINE', 'Sending takes longer and continues.');
    },
    getVideo: (...asked) => ask((services) => services.getVideo(...asked)),
    getPlaylist: (...asked) => ask((services) => services.getPlaylist(...asked)),
    callApi: ((command, fields, options) =>
      ask((services) => services.callApi(command, fields, options))) as ServiceCalls['callApi'],
    report: (report) => ask((services) => services.report(report)),
    reportDevice: (report) => ask((services) => services.reportDevice(report)),
    readLoad: () => supervisor.current()?.life.call((services) => services.readLoad()),
  };
}
