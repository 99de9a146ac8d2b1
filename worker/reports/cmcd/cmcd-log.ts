import type { CmcdReading } from '../../../shared/telemetry/playback-report.ts';
import { nextCmcdReports, startCmcdSession } from './cmcd-reports.ts';
import { type CmcdSenderDeps, createCmcdSender } from './cmcd-sender.ts';
import { serializeCmcd } from './serialize-cmcd.ts';

/** Turns the page's readings into reports to the operator's collector. */
export interface CmcdLog {
  report(reading: CmcdReading): void;
  stop(): void;
}

export interface CmcdLogDeps extends CmcdSenderDeps {
  /** Without consent, nothing is sent to the collector. */
  hasConsent(): boolean;
}

/** A script of its own: most operators have no collector. */
export function createCmcdLog(deps: CmcdLogDeps): CmcdLog {
  const sender = createCmcdSender(deps);
  let session = startCmcdSession('');
  return {
    report(reading) {
      const next = nextCmcdReports(session, reading);
      session = next.session;
      if (!deps.hasConsent()) return;
      for (const line of next.reports) sender.add(reading.collector, serializeCmcd(line));
      // It may be the page's last report.
      if (reading.isQuit || !reading.isVisible) sender.flush();
    },
    stop: sender.stop,
  };
}
