import type { ProviderLog } from '../../reports/provider-log/provider-log.ts';
import type { Memo } from '../../services/services-memo.ts';
import { createFetchVisitorId, type FetchVisitorIdDeps } from './fetch-visitor-id.ts';
import { createVisitorIds, type VisitorIds, type VisitorIdsDeps } from './visitor-id.ts';
import { type VisitorRules, visitorIdRefusal } from './visitor-id-refusal.ts';
import { createVisitorIdReports } from './visitor-id-reports.ts';

/** The visitor's id, and the reports of why there is none. */
export interface Visitor {
  ids: VisitorIds;
  /** Consent was given. */
  begin(): void;
}

export interface VisitorDeps
  extends FetchVisitorIdDeps,
    Omit<VisitorIdsDeps, 'fetchId' | 'refusal' | 'onFailure'> {
  memo: Memo;
  /** The id that the page config names. */
  namedId: string | null;
  readRules(): VisitorRules;
  logToProvider: ProviderLog['log'];
}

export function createVisitor(deps: VisitorDeps): Visitor {
  const { namedId, readRules, onChange } = deps;
  const reports = createVisitorIdReports(
    deps.memo,
    () => readRules().consent === 'granted',
    deps.logToProvider,
  );
  const ids = createVisitorIds({
    ...deps,
    fetchId: createFetchVisitorId(deps),
    refusal: () => visitorIdRefusal(readRules()),
    onFailure: reports.note,
  });
  return {
    ids,
    begin() {
      reports.begin();
      if (namedId === null || readRules().isPrivate) return ids.start();
      onChange(namedId);
      reports.note(null);
    },
  };
}
