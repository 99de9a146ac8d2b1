import { visibleLine } from '../operator/log/visible-text.js';
import type { CommandDeps } from './command-deps.ts';
import { directoryOption } from './directory-option.ts';
import type { Finding } from './doctor/finding.ts';
import { listChecks, uncheckedOptions } from './doctor/list-checks.ts';
import { parseDoctorCall } from './doctor/parse-doctor-call.ts';
import { runChecks } from './doctor/run-checks.ts';
import { failureExitCode, usageExitCode } from './exit-codes.js';
import type { Call } from './parse-command.js';

/**
 * `offstage doctor` checks an installation and explains each finding. It changes nothing, and every
 * check has a deadline.
 */
export async function runDoctor(call: Call, deps: CommandDeps): Promise<number> {
  const { stdout, stderr, signal, env, now } = deps;
  const parsed = parseDoctorCall(call, deps);
  if (!parsed.ok) {
    stderr.write(`${visibleLine(parsed.error.message)}\n`);
    return usageExitCode;
  }
  const { origin } = parsed.value;
  // Names the directories that are defaults.
  directoryOption('media', call, deps);
  directoryOption('data', call, deps);
  if (origin === null)
    stderr.write(
      'The public address is not checked; name it with --origin, for example https://video.example.\n',
    );
  const unused = uncheckedOptions(origin).filter((name) => call.values.has(name));
  if (unused.length > 0)
    stderr.write(
      `No check looks at ${unused.map((name) => `--${name}`).join(', ')}; only the form of the value is checked.\n`,
    );
  const checks = listChecks({ ...parsed.value, env, now });
  const width = Math.max(...checks.map(({ name }) => name.length));
  const isJson = call.switches.has('json');
  const findings: Finding[] = [];
  for await (const finding of runChecks(checks, signal)) {
    findings.push(finding);
    if (!isJson && !signal.aborted) stdout.write(`${lineOf(finding, width)}\n`);
  }
  if (signal.aborted) {
    stderr.write('Stopped; not everything was checked.\n');
    return failureExitCode;
  }
  if (isJson) stdout.write(`${JSON.stringify(findings, null, 2)}\n`);
  return findings.some(({ status }) => status === 'problem') ? failureExitCode : 0;
}

const statusWidth = 'problem'.length;

function lineOf({ status, check, message, fix }: Finding, width: number): string {
  const text = fix === null ? message : `${message} ${fix}`;
  return `${status.padEnd(statusWidth)}  ${check.padEnd(width)}  ${visibleLine(text)}`;
}
