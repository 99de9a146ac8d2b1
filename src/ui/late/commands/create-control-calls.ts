import { pageConfigLimits } from '../../../../shared/limits/page-config-limits.ts';
import type { ConfigProblem } from '../../../../shared/page/page-config.ts';
import type { PlayerResponse } from '../../../../shared/player/player-response.ts';
import { commandShape } from '../../../../shared/player/shapes/command.ts';
import { type ControlName, commandOfControl } from '../../../../shared/player/video-extras.ts';
import { err, type Result } from '../../../../shared/tools/result.ts';
import { readAs } from '../../../../shared/tools/shape.ts';
import type { ApiFields, ApiReply } from '../../../../shared/wire/api-calls.ts';
import type { PlayerStore } from '../../../player/state/player-store.ts';
import type { ServicesClient } from '../../../services/services-client.ts';

type CommandOf<Control extends ControlName> = (typeof commandOfControl)[Control];
type FieldsOf<Control extends ControlName> = ApiFields<CommandOf<Control>>;
type ReplyOf<Control extends ControlName> = ApiReply<CommandOf<Control>>;
type CallFailure = Extract<
  Awaited<ReturnType<ServicesClient['callApi']>>,
  { ok: false }
>['error']['code'];

export interface ControlCall<Control extends ControlName> {
  /** The player's own fields, sent if the reply has no usable command; `null`: send nothing. */
  own: FieldsOf<Control> | null;
  /** Adds the fields that only the page knows. */
  complete?: (fields: Record<string, unknown>) => Record<string, unknown>;
  /** A command from elsewhere than the reply's `commands`; not validated yet. */
  command?: unknown;
}

export type CallControl = <Control extends ControlName>(
  control: Control,
  call: ControlCall<Control>,
) => Promise<Result<ReplyOf<Control>, CallFailure>>;

export interface ControlCalls {
  /**
   * Sends the reply's command for a control, with its metadata. Reports an unusable command, then
   * sends the control's own fields instead.
   */
  call: CallControl;
  /** Adds a problem with a command, once per field, to `diagnose` and to the log. */
  report(field: string, message: string): void;
}

export interface ControlCallsDeps {
  store: PlayerStore;
  services: Pick<ServicesClient, 'callApi' | 'log'>;
  problems: ConfigProblem[];
}

export function createControlCalls({ store, services, problems }: ControlCallsDeps): ControlCalls {
  let checked: PlayerResponse | null = null;

  function report(field: string, message: string): void {
    const reported = problems.filter(({ code }) => code === 'BAD_COMMAND');
    if (
      reported.length >= pageConfigLimits.problemsCount ||
      reported.some((problem) => problem.field === field)
    )
      return;
    const problem = { code: 'BAD_COMMAND', field, message } as const;
    problems.push(problem);
    services.log('config_error', problem, { tier: 'immediate' });
  }

  /** @returns the commands of the current reply, not validated yet */
  function readCommands(): Record<string, unknown> {
    const { response } = store.getState();
    const commands = Object(response?.commands) as Record<string, unknown>;
    if (response === checked) return commands;
    checked = response;
    for (const name of Object.keys(commands).filter(
      (name) => !Object.hasOwn(commandOfControl, name),
    ))
      report(fieldOf(name), 'Unknown control. See docs/page-config.md for the names.');
    return commands;
  }

  const call: CallControl = async (control, { own, complete = (fields) => fields, command }) => {
    const name = commandOfControl[control];
    const given = command ?? readCommands()[control];
    const read = given === undefined ? null : readAs(commandShape, given);
    if (given !== undefined && read === null)
      report(
        fieldOf(control),
        'This is not a command: use { fields, apiUrl, clickTrackingParams }.',
      );
    if (read !== null) {
      const { fields, ...metadata } = read;
      const answer = await services.callApi(name, complete(fields) as never, metadata as object);
      // The services sent nothing: the fields or the metadata are invalid.
      if (answer.ok || answer.error.code !== 'BAD_COMMAND') return answer as never;
      report(fieldOf(control), answer.error.message);
    }
    if (own === null) return err('BAD_COMMAND', 'The reply has no command that can be sent.');
    return services.callApi(name, complete(own) as never) as never;
  };
  return { call, report };
}

function fieldOf(control: string): string {
  return `playerResponse.commands.${control.slice(0, pageConfigLimits.quotedMaxChars)}`;
}
