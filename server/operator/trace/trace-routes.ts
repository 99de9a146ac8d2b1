import { Hono } from 'hono';
import { errorReply } from '../../http/error-reply.ts';
import type { ServerEnv } from '../../http/server-env.ts';
import { streamBody } from '../../http/stream-body.ts';
import type { ResolveStack } from '../../intake/errors/resolve-stack.ts';
import type { ServerStore } from '../../store/server-store.ts';
import type { StoredDocument } from '../../store/stored-document.ts';
import { drawSession } from './draw-session.ts';
import { parseTraceQuery, type TraceQuery } from './parse-trace-query.ts';
import { writeChromeTrace } from './write-chrome-trace.ts';

export interface TraceRoutesDeps {
  store: Pick<ServerStore, 'documents'>;
  resolveStack: ResolveStack;
  /** Receives errors that occur while an answer is being sent. */
  reportError: (error: unknown) => void;
}

/**
 * `GET /telemetry/trace?cpn=NAME`: the session of a playback as a file for Perfetto and DevTools,
 * for clients that `createTelemetryRoutes` admits. `sid=ID` names the document instead; a long
 * one continues with `from=SEQ`.
 */
export function createTraceRoutes({
  store,
  resolveStack,
  reportError,
}: TraceRoutesDeps): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();
  routes.get('/telemetry/trace', async (context) => {
    const parsed = parseTraceQuery(context.req.query());
    if (!parsed.ok) return errorReply(context, 400, parsed.error.code, parsed.error.message);
    const query = parsed.value;
    const sids = await documentsOf(store, query);
    const [sid] = sids;
    if (sids.length > 1)
      return errorReply(
        context,
        409,
        'SEVERAL_DOCUMENTS',
        `Several documents have a playback of this name; add "sid" of one of them: ${sids.join(', ')}.`,
      );
    const document = sid === undefined ? null : await store.documents.read(sid, query.from);
    if (document === null) return errorReply(context, 404, 'NOT_STORED', notStored(query));
    const { entries, leftOut } = drawSession(await withStacks(document, resolveStack));
    const trace = writeChromeTrace(entries, {
      title: `Offstage session ${document.sid}`,
      metadata: metadataOf(document, { ...query, leftOut }),
    });
    const name = `offstage-trace-${(query.cpn ?? document.sid).replaceAll(/[^\w-]/g, '_')}.json`;
    context.header('Content-Disposition', `attachment; filename="${name}"`);
    return streamBody(context, trace, { contentType: 'application/json', reportError });
  });
  return routes;
}

function documentsOf(
  { documents }: Pick<ServerStore, 'documents'>,
  { cpn, sid }: TraceQuery,
): Promise<string[]> {
  if (sid !== null) return Promise.resolve([sid]);
  return documents.withPlayback(cpn ?? '');
}

function notStored({ sid }: TraceQuery): string {
  return sid === null
    ? 'No playback of this name is stored: it has expired, or neither its start nor its summary has arrived; "sid" finds its document without them.'
    : 'No event of this document is stored: it has expired, or none has arrived.';
}

async function withStacks(
  document: StoredDocument,
  resolveStack: ResolveStack,
): Promise<StoredDocument> {
  const errors = document.errors.map(async ({ error, ...report }) => ({
    ...report,
    error: { ...error, stack: await resolveStack(error.stack) },
  }));
  return { ...document, errors: await Promise.all(errors) };
}

/** @returns what the trace is of, and what it lacks */
function metadataOf(
  {
    events,
    sid,
    host,
    browser,
    device,
    country,
    isCut,
    stored,
    rejected,
    missing,
    highestSeq,
  }: StoredDocument,
  { cpn, leftOut }: { cpn: string | null; leftOut: number },
) {
  const client = events[0]?.context.client;
  return {
    source: 'Offstage',
    cpn,
    sid,
    host,
    browser,
    device,
    country,
    clientName: client?.clientName,
    clientVersion: client?.clientVersion,
    events: { highestSeq, stored, rejected, missing, drawn: events.length },
    continuesFrom: isCut ? (events.at(-1)?.seq ?? 0) + 1 : null,
    impossibleTimes: leftOut,
  };
}
