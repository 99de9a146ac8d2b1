import type { Failure } from '../../../shared/tools/result.ts';
import type { ProviderLog } from '../../reports/provider-log/provider-log.ts';
import type { Memo } from '../../services/services-memo.ts';

/**
 * Reports why a document has no visitor id. `diagnose` reads the current reason from the memo; the
 * provider's log gets each reason once.
 */
export interface VisitorIdReports {
  /** @param failure `null`: there is an id */
  note(failure: Failure | null): void;
  /** The viewer has agreed, so the reason until now may be logged. */
  begin(): void;
}

/** @param hasConsent without consent, nothing is logged */
export function createVisitorIdReports(
  memo: Memo,
  hasConsent: () => boolean,
  logToProvider: ProviderLog['log'],
): VisitorIdReports {
  function log({ code, message }: Failure): void {
    const { loggedVisitorIdFailures: logged } = memo.read();
    if (!hasConsent() || logged.includes(code)) return;
    memo.change({ loggedVisitorIdFailures: [...logged, code] });
    logToProvider('visitor_id_failed', { code, message });
  }

  return {
    note(failure) {
      if (failure?.code !== memo.read().visitorIdFailure?.code)
        memo.change({ visitorIdFailure: failure });
      if (failure !== null) log(failure);
    },
    begin() {
      const { visitorIdFailure } = memo.read();
      if (visitorIdFailure !== null) log(visitorIdFailure);
    },
  };
}
