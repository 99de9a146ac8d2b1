import type { Plugin } from 'vitest/config';
import { errorReportPath } from '../../shared/telemetry/error-report-path.ts';
import { providerLogPath } from '../../shared/telemetry/log-event.ts';
import { visitorIdPath } from '../../shared/wire/visitor-id-path.ts';
import {
  answerCheck,
  answerJson,
  type Exchange,
  giveVisitorId,
  readText,
  reportStored,
  takeApiCall,
  takeError,
  takeEvents,
  takeProviderLog,
} from './intake-answers.ts';
import {
  createIntakeRecord,
  type IntakeRecord,
  readState,
  resetRecord,
  waitFor,
} from './intake-record.ts';

/**
 * A real HTTP intake on the tests' own origin, under `/youtubei/v1/`; tests control it under
 * `/__intake/`.
 */
export function intakePlugin(): Plugin {
  const record = createIntakeRecord();
  return {
    name: 'offstage-test-intake',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const url = new URL(request.url ?? '/', 'http://intake');
        // Frames without an origin load the services' code from here and send to the intake.
        response.setHeader('Access-Control-Allow-Origin', '*');
        const answer = findAnswer(url.pathname, request.method);
        if (answer === null) next();
        else void answer(record, { url, request, response });
      });
    },
  };
}

type Answer = (record: IntakeRecord, exchange: Exchange) => void | Promise<void>;

function findAnswer(path: string, method?: string): Answer | null {
  if (path === '/generate_204') return answerCheck;
  if (path === visitorIdPath) return giveVisitorId;
  if (method === 'GET' && path === '/youtubei/v1/log_event') return reportStored;
  if (/^\/youtubei\/v1\/(subscription\/subscribe|player)$/.test(path)) return takeApiCall;
  if (path.startsWith('/youtubei/v1/')) return takeEvents;
  if (method === 'POST' && path === providerLogPath) return takeProviderLog;
  if (method === 'POST' && path === errorReportPath) return takeError;
  return path.startsWith('/__intake/') ? obeyTest : null;
}

/** Does what a test asks for, and answers with what has arrived. */
async function obeyTest(record: IntakeRecord, { url, request, response }: Exchange): Promise<void> {
  if (url.pathname === '/__intake/reset') resetRecord(record);
  else if (url.pathname === '/__intake/cut') {
    for (const hanging of record.hanging.splice(0)) hanging.socket.destroy();
  } else if (url.pathname === '/__intake/mode') record.mode = JSON.parse(await readText(request));
  else if (url.pathname === '/__intake/wait') await waitFor(record, url.searchParams);
  answerJson(response, readState(record));
}
