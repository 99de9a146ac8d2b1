import { expect } from 'vitest';
import type { Finding } from '../../../../server/cli/doctor/finding.ts';
import { runDoctor as run } from '../../../../server/cli/run-doctor.ts';
import type { CommandRun } from './run-command.ts';
import { runCommand } from './run-command.ts';
import { runOffstage } from './run-offstage.ts';

export interface Diagnosis {
  code: number;
  stderr: string;
  /** Findings by their check. */
  findings: Readonly<Record<string, Finding>>;
}

type Variables = Readonly<Record<string, string>>;

/** Runs `offstage doctor --json` in this process. */
export async function runDoctor(args: readonly string[], env: Variables = {}): Promise<Diagnosis> {
  const search = { PATH: process.env.PATH, ...env };
  return diagnosisOf(await runCommand(run, ['doctor', '--json', ...args], { env: search }));
}

/** The same in a process of its own, beside servers of this one. */
export async function runDoctorAlone(
  args: readonly string[],
  env: Variables = {},
): Promise<Diagnosis> {
  return diagnosisOf(await runOffstage(['doctor', '--json', ...args], env));
}

function diagnosisOf({ code, stdout, stderr }: CommandRun): Diagnosis {
  expect(code, stderr).not.toBe(2);
  const list: Finding[] = JSON.parse(stdout);
  return {
    code,
    stderr,
    findings: Object.fromEntries(list.map((finding) => [finding.check, finding])),
  };
}
