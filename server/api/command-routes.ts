import type { Context } from 'hono';
import { Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import * as z from 'zod';
import {
  type ControlName,
  commandOfControl,
  watchLaterListId,
} from '../../shared/player/video-extras.ts';
import type { Failure, Result } from '../../shared/tools/result.ts';
import { err, ok } from '../../shared/tools/result.ts';
import {
  type ApiCommand,
  type ApiFields,
  type ApiReply,
  apiCalls,
} from '../../shared/wire/api-calls.ts';
import { readApiFields } from '../../shared/wire/read-api-fields.ts';
import { type RequestContext, requestContextSchema } from '../../shared/wire/request-context.ts';
import type { Guard } from '../access/guard/create-guard.ts';
import { clientAddress, clientUrl } from '../http/client-address.ts';
import { clientNetwork } from '../http/client-network.ts';
import { errorReply, tooManyReply } from '../http/error-reply.ts';
import type { BodyBudget } from '../http/fairness/body-budget.ts';
import { createRateLimit } from '../http/fairness/rate-limit.ts';
import { parseJson } from '../http/parse-json.ts';
import type { ServerEnv } from '../http/server-env.ts';
import { receiveBody, refusalReply } from '../intake/receive-body.ts';
import type { Library } from '../library/scan-library.ts';
import type { Metrics } from '../operator/metrics/create-metrics.ts';
import type { ReadSignedIn } from '../pages/embed/signed-in.ts';
import { editVideoIds } from '../store/edit-video-ids.ts';
import type { StoreProblem } from '../store/store-problem.ts';
import { viewerLimits } from '../store/viewer-limits.ts';
import type { Change, Outcome, ViewerProblem, ViewerStore } from '../store/viewer-store.ts';
import { type AdmitCall, apiBase } from './admit-call.ts';
import type { ProviderConfig } from './answer-context.ts';
import { createAnswerContext } from './answer-context.ts';
import { apiCommandLimits } from './api-request-limits.ts';
import { makeConsistencyToken } from './consistency-token.ts';
import { badViewer, datasyncIdOf, noViewer, viewerOf } from './named-viewer.ts';
import { sendReply } from './send-reply.ts';
import { sharePanel } from './share-panel.ts';
import { storeFeedback } from './store-feedback.ts';
import type { ViewerCommands } from './viewer-commands.ts';

export interface CommandDeps extends ProviderConfig {
  library: Library;
  guard: Guard;
  viewers: ViewerStore;
  viewerCommands: ViewerCommands;
  /** Counts the commands by the player control that sent them. */
  clicks: Metrics['clicks'];
  /** Request header in which the operator's proxy names the signed-in user; `null` for none. */
  loggedInHeader: string | null;
  readSignedIn: ReadSignedIn;
  admitCall: AdmitCall;
  budget: BodyBudget;
  /** Unix milliseconds. */
  now: () => number;
}

const minutesPerHour = 60;

const envelopeSchema = z.looseObject({ context: requestContextSchema });

interface Asked<Command extends ApiCommand> extends Change<ApiFields<Command>> {
  /** Origin of this server, as the viewer reaches it. */
  origin: string;
}

/** Commands that change or read a viewer's own data. */
const ofViewer: ReadonlySet<ApiCommand> = new Set([
  'subscribe',
  'unsubscribe',
  'feedback',
  'modifyNotificationPreference',
  'editPlaylist',
]);

interface Answered<Command extends ApiCommand> {
  reply: ApiReply<Command>;
  /** Version of the viewer's own data, if they have changed. */
  version: number | null;
}

type Answer<Command extends ApiCommand> = (
  asked: Asked<Command>,
) => Promise<Result<Answered<Command>, StoreProblem | ViewerProblem | 'NOT_FOUND'>>;

/**
 * The API's commands (specification §7, `shared/wire/api-calls.ts`). Only `X-Visitor-Id` identifies
 * their viewers.
 */
export function createCommandRoutes(deps: CommandDeps): Hono<ServerEnv> {
  const { library, viewers, loggedInHeader, readSignedIn, budget, now } = deps;
  const newViewers = createRateLimit({
    perMinute: viewerLimits.newViewersPerHour.value,
    // This clock is 60 times slower, so the limit's minute is an hour.
    now: () => now() / minutesPerHour,
  });
  const routes = new Hono<ServerEnv>();
  const contextOf = createAnswerContext(deps);

  function serve<Command extends Exclude<ApiCommand, 'getDatasyncIds'>>(
    command: Command,
    answer: Answer<Command>,
  ): void {
    const path = `${apiBase}/${apiCalls[command].path}`;
    routes.post(path, deps.admitCall, async (context) => {
      const body = await receiveBody(context, budget, apiCommandLimits);
      if (!body.ok) return refusalReply(context, body.error);
      const parsed = parseCommand(command, body.value.text);
      if (!parsed.ok) return refusalReply(context, parsed.error);
      const viewer = viewerOf(context);
      if (viewer === null) return refusalReply(context, badViewer);
      if (viewer === '' && ofViewer.has(command)) return refusalReply(context, noViewer);
      const { known, fields, clickTrackingParams } = parsed.value;
      if (isControl(clickTrackingParams)) deps.clicks.inc({ control: clickTrackingParams });
      const network = clientNetwork(clientAddress(context));
      const canAdd = () => {
        const isAllowed = newViewers.waitMs(network) === 0;
        if (isAllowed) newViewers.take(network);
        return isAllowed;
      };
      const { origin } = clientUrl(context);
      const answered = await answer({ viewer, fields, nowMs: now(), origin, canAdd });
      if (!answered.ok)
        return refuse(context, answered.error, newViewers.waitMs(network) * minutesPerHour);
      const { reply, version } = answered.value;
      const token = version === null ? null : makeConsistencyToken(viewer, version, now());
      return sendReply(context, { responseContext: contextOf(known, token), ...reply });
    });
  }

  serve('subscribe', async (asked) =>
    toReply(await viewers.subscribe(asked), (channelIds) => ({ channelIds })),
  );
  serve('unsubscribe', async (asked) =>
    toReply(await viewers.unsubscribe(asked), (channelIds) => ({ channelIds })),
  );
  serve('feedback', (asked) => storeFeedback(asked, deps));
  serve('modifyNotificationPreference', async (asked) => {
    const { params, secondaryParams = '' } = asked.fields;
    return toReply(await viewers.setPreference(asked), () => ({ params, secondaryParams }));
  });
  serve('editPlaylist', async (asked) => {
    const { playlistId } = asked.fields;
    // “Watch later” is a separate list for each viewer, so the reply has only what the viewer adds.
    const videoIds =
      playlistId === watchLaterListId ? [] : library.playlists.get(playlistId)?.videoIds;
    if (videoIds === undefined) return err('NOT_FOUND', 'There is no playlist with this id.');
    return toReply(await viewers.editPlaylist(asked), (actions) => ({
      playlistId,
      videoIds: editVideoIds(videoIds, actions),
    }));
  });
  for (const command of ['getSharePanel', 'getWebPlayerSharePanel'] as const)
    serve(command, async ({ fields, origin }) => {
      const panel = sharePanel(library, fields, origin);
      return panel === null
        ? err('NOT_FOUND', 'The shared entity is not a video of this library; send "v=VIDEO_ID".')
        : ok({ reply: panel, version: null });
    });

  const { path } = apiCalls.getDatasyncIds;
  routes.get(path, (context) => {
    const viewer = viewerOf(context);
    if (viewer === null) return refusalReply(context, badViewer);
    // The page's own server signs accounts in; this server knows only the caller's.
    const account = loggedInHeader && readSignedIn(context.req.header(loggedInHeader));
    const isSignedIn = account
      ? account.isLoggedIn
      : viewer !== '' && context.req.header('X-Bootstrap-Logged-In') === 'true';
    const own = account ? account.dataSyncId : datasyncIdOf(viewer);
    const datasyncIds = isSignedIn && own !== null ? [own] : [];
    return sendReply(context, { responseContext: contextOf(null, null), datasyncIds });
  });
  return routes;
}

function toReply<T, Reply>(
  outcome: Result<Outcome<T>, StoreProblem | ViewerProblem>,
  describe: (value: T) => Reply,
): Result<{ reply: Reply; version: number }, StoreProblem | ViewerProblem> {
  return outcome.ok
    ? ok({ reply: describe(outcome.value.value), version: outcome.value.version })
    : outcome;
}

const statusOf: Partial<Record<string, ContentfulStatusCode>> = {
  NOT_FOUND: 404,
  VIEWER_FULL: 413,
  VIEWERS_FULL: 507,
};

/** @param waitMs time until the client may add a viewer */
function refuse(context: Context<ServerEnv>, failure: Failure, waitMs: number): Response {
  const { code, message } = failure;
  if (code === 'TOO_MANY_VIEWERS') return tooManyReply(context, waitMs, code, message);
  const status = statusOf[code];
  return status === undefined
    ? refusalReply(context, failure)
    : errorReply(context, status, code, message);
}

interface ParsedCommand<Command extends ApiCommand> {
  known: RequestContext['request'];
  fields: ApiFields<Command>;
  clickTrackingParams: string | undefined;
}

function parseCommand<Command extends ApiCommand>(
  command: Command,
  text: string,
): Result<ParsedCommand<Command>, 'BAD_JSON' | 'BAD_REQUEST' | 'TOO_COMPLEX'> {
  const envelope = parseJson(text, envelopeSchema, '{ "context": { … }, … }');
  if (!envelope.ok) return envelope;
  const { context, ...rest } = envelope.value;
  const fields = readApiFields(command, rest);
  if (!fields.ok) return err('BAD_REQUEST', `The request is invalid: ${fields.error.message}.`);
  const { clickTrackingParams } = context.clickTracking;
  return ok({ known: context.request, fields: fields.value, clickTrackingParams });
}

/** Metric labels must not contain text that clients choose. */
function isControl(text: string | undefined): text is ControlName {
  return text !== undefined && Object.hasOwn(commandOfControl, text);
}
