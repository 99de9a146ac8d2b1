import type { Mutant } from './mutant.ts';

/**
 * Survivors that no test of behaviour can kill, or that are not worth one. `code` to `after` are
 * printed by `npm run test:mutants`.
 */
export const explainedSurvivors: readonly (Omit<Mutant, 'id' | 'line'> & { reason: string })[] = [
  {
    file: 'server/intake/parse-batch.ts',
    code: "const event = unread === undefined ? parseEvent(candidate, context) : err('BAD_EVENT', unread.message);",
    before: "'BAD_EVENT'",
    after: '""',
    reason: 'Only the message of a refused event is reported; its code is there for the type.',
  },
  {
    file: 'shared/telemetry/describe-thrown.ts',
    code: "const isObject = typeof thrown === 'object' && thrown !== null;",
    before: "typeof thrown === 'object' && thrown !== null",
    after: "typeof thrown === 'object' || thrown !== null",
    reason: '`in` throws for what is no object, and the catch gives the same empty text.',
  },
  {
    file: 'worker/storage/data/data-store.ts',
    code: "typeof value === 'object' &&",
    before:
      "typeof value === 'object' && value !== null && 'expiresMs' in value && typeof value.expiresMs === 'number'",
    after: 'true',
    reason: 'A row without a time is not alive either: its comparison with the clock is false.',
  },
  {
    file: 'worker/services/later-services.ts',
    code: 'const common = ownDatabase === dataDatabaseName ? data : openStore(dataDatabaseName);',
    before: 'ownDatabase === dataDatabaseName',
    after: 'false',
    reason:
      'Two stores over one database behave like one; the comparison saves the second connection.',
  },
  {
    file: 'worker/events/queue/log-database.ts',
    code: 'if (missingStores(db).length === 0) return db;',
    before: 'missingStores(db).length === 0',
    after: 'false',
    reason:
      'The stores are looked for again under the lock, and a whole database is returned from there; this look saves the lock.',
  },
  {
    file: 'worker/events/queue/log-database.ts',
    code: 'onClosed();',
    before: 'onClosed();',
    after: ';',
    reason:
      'The next use finds the connection closed and opens it again (`isConnectionLost`); the notice saves that attempt.',
  },
  {
    file: 'worker/events/queue/request-drafts.ts',
    code: "...requestTo(events[0]?.endpoint ?? 'log_event'),",
    before: "'log_event'",
    after: '""',
    reason: '`splitBatches` makes no batch without events; the default is there for the type.',
  },
  {
    file: 'worker/viewer/visitor/visitor-id.ts',
    code: "const failedKey = 'visitor/failed';",
    before: "'visitor/failed'",
    after: '""',
    reason: 'The key of a row is compared only with itself.',
  },
  {
    file: 'worker/services/create-services.ts',
    code: 'void starting?.then(() => running?.providerLog.log(kind, fields));',
    before: 'starting?.then',
    after: 'starting.then',
    reason:
      'The page starts the services before it asks them for anything, so that `starting` is never null there; the type says it may be.',
  },
  {
    file: 'worker/reports/errors/error-outbox.ts',
    code: "const lockName = 'offstage:error-reports';",
    before: "'offstage:error-reports'",
    after: '""',
    reason: 'The name of a lock is compared only with itself.',
  },
  {
    file: 'worker/events/queue/memory-store.ts',
    code: '.filter((row) => row.events.length > 0);',
    before: 'row.events.length > 0',
    after: 'row.events.length >= 0',
    reason: 'An arrival without events is in no answer; only its memory would stay.',
  },
  {
    file: 'worker/events/start-telemetry.ts',
    code: 'queue.close();',
    before: 'queue.close();',
    after: ';',
    reason:
      'The worker ends next, and a connection closes itself when another page wants to upgrade or delete the database.',
  },
];
