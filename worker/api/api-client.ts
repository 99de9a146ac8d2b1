import * as v from 'valibot';
import { type ApiCallOptions, type ApiCommand, apiCalls, readApiFields } from '../../shared/api-calls.ts';
import { apiLimits } from '../../shared/later-limits.ts';
import type { ListType } from '../../shared/list-type.ts';
import { type ClientContext, clientContextSchema } from '../../shared/log-batch.ts';
import {
  type PlaylistResponse,
  playerResponseSchema,
  playlistResponseSchema,
} from '../../shared/player-response.ts';
import { type Position, type PositionReport, positionReportSchema } from '../../shared/position.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import type { ApiFailureCode, VideoAnswer } from '../../shared/rpc.ts';
import { firstIssue, type Schema, text } from '../../shared/schema.ts';
import { answerVideo } from '../location/position-rules.ts';
import { fitReply, parseReplyJson } from '../net/parse-reply.ts';
import { type ApiTarget, apiPath } from './api-path.ts';
import { defaultApiSettings, readApiSettings } from './api-settings.ts';
import { type ApiTransportDeps, createApiTransport } from './api-transport.ts';
import { buildRequestContext } from './build-request-context.ts';
import type { ResponseMemory } from './response-memory.ts';

/** The calls of specification §7. After the services' end they answer `CANCELLED`. */
export interface ApiClient {
  /** @param report what the page has found out of the viewer's position, not yet checked */
  getVideo(videoId: string, report?: PositionReport): Promise<Result<VideoAnswer, ApiFailureCode>>;
  getPlaylist(listId: string, listType: ListType): Promise<Result<PlaylistResponse, ApiFailureCode>>;
  /** As `CallApi` types it. The page may send anything: command, fields and options are checked here. */
  callApi(
    command: ApiCommand,
    fields: unknown,
    options?: ApiCallOptions,
  ): Promise<Result<unknown, ApiFailureCode>>;
}

export interface ApiClientDeps extends Omit<ApiTransportDeps, 'context' | 'settings'> {
  /** Not yet checked, as the page gave them. */
  context: ClientContext;
  api?: unknown;
  memory: ResponseMemory;
  isMobile: boolean;
}

const optionsSchema = v.object({
  apiUrl: v.optional(text(apiLimits.textMaxChars)),
  clickTrackingParams: v.optional(text(apiLimits.textMaxChars)),
});

const badCommand = 'Error: Failed to create Request from Command.';

interface ApiCall {
  target: ApiTarget;
  /** More of the path's query. */
  query?: string;
  /** `null` for a GET. */
  fields: Record<string, unknown> | null;
  clickTrackingParams?: string | undefined;
  position?: Position | undefined;
}

export function createApiClient(deps: ApiClientDeps): ApiClient {
  const { memory, tellProvider } = deps;
  const shell = v.safeParse(clientContextSchema, deps.context);
  const read = readApiSettings(deps.api);
  if (!read.ok) tellProvider('api_settings_malformed', { message: read.error.message.slice(0, 250) });
  const settings = read.ok ? read.value : defaultApiSettings;
  const transport = createApiTransport({ ...deps, settings });

  async function call<T>(
    { target, query = '', fields, clickTrackingParams, position }: ApiCall,
    schema: Schema<T>,
  ): Promise<Result<T, ApiFailureCode>> {
    if (!shell.success) return err('NO_CONTEXT', 'Error: No InnerTubeContext shell provided in ytconfig.');
    const path = apiPath(target, settings);
    if (path === null) return err('BAD_COMMAND', `${badCommand} apiUrl: it leads elsewhere`);
    const body = fields && {
      context: buildRequestContext({
        context: shell.output,
        settings,
        sentBack: await memory.read(),
        clickTrackingParams,
        position,
      }),
      ...fields,
    };
    const reply = await transport.send(path + query, body && JSON.stringify(body));
    if (!reply.ok) return reply;
    const json = parseReplyJson(reply.value);
    if (!json.ok) return json;
    await memory.keep(json.value);
    return fitReply(json.value, schema);
  }

  return {
    async getVideo(videoId, given) {
      const report = v.safeParse(v.optional(positionReportSchema), given);
      if (!report.success) return err('BAD_COMMAND', `${badCommand} position: ${firstIssue(report.issues)}`);
      const position = report.output?.position;
      const target = { path: 'player' };
      const reply = await call({ target, fields: { videoId }, position }, playerResponseSchema);
      return reply.ok ? ok(answerVideo(reply.value, report.output, deps.isMobile)) : reply;
    },
    getPlaylist(listId, listType) {
      const target = { path: `playlist/${encodeURIComponent(listId)}` };
      return call({ target, query: `&listType=${listType}`, fields: null }, playlistResponseSchema);
    },
    async callApi(command, fields, options = {}) {
      const known = commandOf(command);
      if (!known.ok) return known;
      const { method, path, reply } = apiCalls[known.value];
      const given = readApiFields(known.value, fields);
      if (!given.ok) return err('BAD_COMMAND', `${badCommand} ${given.error.message}`);
      const said = v.safeParse(optionsSchema, options);
      if (!said.success) return err('BAD_COMMAND', `${badCommand} options: ${firstIssue(said.issues)}`);
      const { apiUrl, clickTrackingParams } = said.output;
      const target = { path, apiUrl };
      return call<unknown>(
        { target, fields: method === 'GET' ? null : given.value, clickTrackingParams },
        reply,
      );
    },
  };
}

function commandOf(command: unknown): Result<ApiCommand, 'BAD_COMMAND'> {
  const isKnown = typeof command === 'string' && Object.hasOwn(apiCalls, command);
  return isKnown ? ok(command as ApiCommand) : err('BAD_COMMAND', `${badCommand} There is no such command.`);
}
