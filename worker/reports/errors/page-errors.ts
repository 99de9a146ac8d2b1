import { errorLimits } from '../../../shared/limits/error-limits.ts';
import type { Consent } from '../../../shared/rpc/consent.ts';
import type { PageState } from '../../../shared/rpc/page-state.ts';
import type { ClientError } from '../../../shared/telemetry/client-error.ts';
import { hasDataDatabase } from '../../storage/data/data-database.ts';
import { createErrorOutbox, type ErrorOutboxDeps } from './error-outbox.ts';
import { createErrorReporter, type ErrorReporterDeps } from './error-reporter.ts';
import { createPostReport, type PostReportDeps } from './post-report.ts';

/** Errors of the page and its services: reported with consent, kept while it is not answered. */
export interface PageErrors {
  receive(error: ClientError): void;
  /** Every report carries these states. */
  setPage(state: PageState): void;
  /** Consent was given: reports the errors from before. */
  begin(): void;
  /** Consent was refused: forgets them. */
  forget(): void;
  /** Sends what earlier pages have left. */
  sendKept(): Promise<void>;
  stop(): void;
}

export type PageErrorsDeps = Omit<ErrorOutboxDeps, 'post'> &
  Omit<ErrorReporterDeps, 'outbox' | 'readPage' | 'userAgent'> &
  PostReportDeps & { readConsent: () => Consent };

export function createPageErrors(deps: PageErrorsDeps): PageErrors {
  const page = { visibility: 'unknown', navigation: 'none' };
  const outbox = createErrorOutbox({ ...deps, post: createPostReport(deps) });
  const { userAgent } = navigator;
  const report = createErrorReporter({ ...deps, userAgent, outbox, readPage: () => page });
  /** Errors from before the consent answer, up to the report limit. */
  const waiting: ClientError[] = [];

  return {
    receive(error) {
      const consent = deps.readConsent();
      if (consent === 'granted') report(error);
      else if (consent === 'pending' && waiting.length < errorLimits.reportsCount)
        waiting.push(error);
    },
    setPage(state) {
      if (state.type === 'visibility' || state.type === 'navigation')
        page[state.type] = state.state;
    },
    begin() {
      for (const error of waiting.splice(0)) report(error);
    },
    forget() {
      waiting.length = 0;
    },
    async sendKept() {
      try {
        // Most pages store nothing, and reading would create a database.
        if (await hasDataDatabase()) await outbox.sendKept();
      } catch {
        // No locks or no storage: then nothing was stored either.
      }
    },
    stop: outbox.stop,
  };
}
