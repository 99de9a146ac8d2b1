import { apiLimits } from '../../shared/limits/api-limits.ts';
import type { ListType } from '../../shared/player/list-type.ts';
import type { PlaylistAnswer } from '../../shared/player/player-response.ts';
import { playerResponseShape } from '../../shared/player/shapes/player-response.ts';
import { playlistAnswerShape } from '../../shared/player/shapes/playlist-answer.ts';
import type { VideoAnswer, VideoQuestion } from '../../shared/rpc/rpc.ts';
import type { ClientContext } from '../../shared/telemetry/log-batch.ts';
import { clientContextShape } from '../../shared/telemetry/shapes/client-context.ts';
import { firstIssue } from '../../shared/tools/issue.ts';
import { err, ok, type Result } from '../../shared/tools/result.ts';
import { parseAs, type Shape } from '../../shared/tools/shape.ts';
import { absoluteAddresses } from '../../shared/wire/absolute-addresses.ts';
import { type ApiCallOptions, type ApiCommand, apiCalls } from '../../shared/wire/api-calls.ts';
import type { ApiFailureCode } from '../../shared/wire/api-failure-code.ts';
import type { Position } from '../../shared/wire/position.ts';
import { apiCallOptionsShape } from '../../shared/wire/shapes/api-call-options.ts';
import { apiCallShapes } from '../../shared/wire/shapes/api-calls.ts';
import { positionReportShape } from '../../shared/wire/shapes/position-report.ts';
import { fitReply, parseReplyJson } from '../events/sending/parse-reply.ts';
import type { FindingsFor } from '../probes/findings.ts';
import { answerVideo } from '../viewer/location/position-rules.ts';
import type { VisitorIds } from '../viewer/visitor/visitor-id.ts';
import type { ApiIdentity } from './api-headers.ts';
import { type ApiTarget, apiPath } from './api-path.ts';
import type { ApiSettings } from './api-settings.ts';
import { type ApiTransportDeps, createApiTransport } from './api-transport.ts';
import { buildRequestContext } from './build-request-context.ts';
import type { ResponseMemory } from './response-memory.ts';

/** The calls of specification §7. After the services have ended, they answer `CANCELLED`. */
export interface ApiClient {
  /** @param report the viewer's position as the page found it, not yet checked */
  getVideo(...asked: VideoQuestion): Promise<Result<VideoAnswer, ApiFailureCode>>;
  getPlaylist(
    listId: string,
    listType: ListType,
    hasEntries?: boolean,
  ): Promise<Result<PlaylistAnswer, ApiFailureCode>>;
  /**
   * Typed by `CallApi`. Command, fields and options are checked here, because the page may send
   * anything.
   */
  callApi(
    command: ApiCommand,
    fields: unknown,
    options?: ApiCallOptions,
  ): Promise<Result<unknown, ApiFailureCode>>;
}

export interface ApiClientDeps extends Omit<ApiTransportDeps, 'context'> {
  /** As the page sent it, not yet checked. */
  context: ClientContext;
  settings: ApiSettings;
  flags?: Record<string, string>;
  memory: ResponseMemory;
  isMobile: boolean;
  visitorIds: Pick<VisitorIds, 'current' | 'get'>;
  /** When `false`, requests carry nothing that identifies the viewer. */
  canIdentify(): boolean;
  findingsFor: FindingsFor;
}

const badCommand = 'Error: Failed to create Request from Command.';

interface ApiCall {
  target: ApiTarget;
  /** Appended to the path's query. */
  query?: string;
  /** `null` for a GET. */
  fields: Record<string, unknown> | null;
  clickTrackingParams?: string | undefined;
  isOfViewer?: boolean;
  position?: Position | undefined;
}

/** Identity of requests that must not identify the viewer. */
const nobody: ApiIdentity = {
  isLoggedIn: false,
  visitorId: null,
  authorization: null,
  credentials: 'omit',
};

export function createApiClient(deps: ApiClientDeps): ApiClient {
  const { memory, settings, visitorIds, canIdentify, findingsFor } = deps;
  const shell = parseAs(clientContextShape, deps.context);
  const transport = createApiTransport(deps);

  /** Calls on behalf of the viewer wait for the visitor id; loading a video does not. */
  async function identify(isOfViewer: boolean): Promise<ApiIdentity> {
    if (!canIdentify()) return nobody;
    const { isLoggedIn, authorization, withCredentials } = settings;
    const sent = withCredentials ? 'include' : 'same-origin';
    const fetched = isOfViewer && settings.visitorId === null ? await visitorIds.get() : null;
    const visitorId = fetched?.ok
      ? fetched.value
      : (settings.visitorId ?? (await visitorIds.current()));
    return { isLoggedIn, authorization, visitorId, credentials: deps.isOpaque ? 'omit' : sent };
  }

  async function call<T>(
    { target, query = '', fields, clickTrackingParams, isOfViewer = false, position }: ApiCall,
    shape: Shape<T>,
  ): Promise<Result<T, ApiFailureCode>> {
    if (!shell.success)
      return err('NO_CONTEXT', 'Error: No InnerTubeContext shell provided in ytconfig.');
    const path = apiPath(target, settings);
    if (path === null) return err('BAD_COMMAND', `${badCommand} apiUrl: it leads elsewhere`);
    const identity = await identify(isOfViewer);
    const isNobody = identity === nobody;
    const sentBack = isNobody ? {} : await memory.read();
    const { flags } = isNobody ? {} : await memory.readConfig();
    const findings = isNobody ? null : findingsFor(`${path} ${JSON.stringify(fields)}`);
    const body = fields && {
      context: buildRequestContext({
        context: shell.data,
        settings: isNobody ? { ...settings, adSignals: '' } : settings,
        sentBack,
        findings,
        flags: { ...flags, ...deps.flags },
        clickTrackingParams,
        position,
      }),
      ...fields,
    };
    const reply = await transport.send(path + query, body && JSON.stringify(body), identity);
    if (!reply.ok) {
      findings?.attestation?.release();
      return reply;
    }
    const json = parseReplyJson(reply.value);
    if (!json.ok) return json;
    if (!isNobody && canIdentify()) await memory.keep(json.value);
    // Relative addresses in the reply refer to the server that sent it.
    const answer = deps.crossesTo(deps.origin)
      ? absoluteAddresses(json.value, deps.origin)
      : json.value;
    // `responseContext` stays in the services: the page never sends it back.
    const { responseContext: _, ...value } = Object(answer) as Record<string, unknown>;
    return fitReply(parseAs(shape, value));
  }

  return {
    async getVideo(videoId, given, isOfViewer) {
      const report = given === undefined ? null : parseAs(positionReportShape, given);
      if (report?.success === false)
        return err('BAD_COMMAND', `${badCommand} position: ${firstIssue(report.error.issues)}`);
      const position = report?.data.position;
      const target = { path: 'player' };
      const reply = await call(
        { target, fields: { videoId }, position, isOfViewer },
        playerResponseShape,
      );
      return reply.ok ? ok(answerVideo(reply.value, report?.data, deps.isMobile)) : reply;
    },
    getPlaylist(listId, listType, hasEntries = false) {
      const target = { path: `playlist/${encodeURIComponent(listId)}` };
      const query = `&listType=${listType}${hasEntries ? '&entries=1' : ''}`;
      return call({ target, query, fields: null }, playlistAnswerShape);
    },
    async callApi(command, fields, options = {}) {
      const known = commandOf(command);
      if (!known.ok) return known;
      const { method, path } = apiCalls[known.value];
      const shapes = apiCallShapes[known.value];
      const problem = problemOf(shapes.fields, fields);
      if (problem !== null) return err('BAD_COMMAND', `${badCommand} ${problem}`);
      const parsed = parseAs(apiCallOptionsShape, options);
      if (!parsed.success)
        return err('BAD_COMMAND', `${badCommand} options: ${firstIssue(parsed.error.issues)}`);
      const { apiUrl, clickTrackingParams } = parsed.data;
      const target = { path, apiUrl };
      return call<unknown>(
        {
          target,
          fields: method === 'GET' ? null : Object(fields),
          clickTrackingParams,
          isOfViewer: true,
        },
        shapes.reply,
      );
    },
  };
}

function commandOf(command: unknown): Result<ApiCommand, 'BAD_COMMAND'> {
  const isKnown = typeof command === 'string' && Object.hasOwn(apiCalls, command);
  return isKnown
    ? ok(command as ApiCommand)
    : err('BAD_COMMAND', `${badCommand} There is no such command.`);
}

/**
 * @returns the first reason not to send the fields, unknown field names included; `null` if there
 * is none
 */
function problemOf(shape: Shape, fields: unknown): string | null {
  const parsed = parseAs(shape, fields);
  if (!parsed.success) return firstIssue(parsed.error.issues);
  const unknownName = Object.keys(Object(fields)).find(
    (name) => !Object.hasOwn(shape.properties ?? {}, name),
  );
  return unknownName === undefined
    ? null
    : `there is no field "${unknownName.slice(0, apiLimits.shownNameMaxChars)}"`;
}
