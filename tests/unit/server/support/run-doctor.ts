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

/**
 * No program of this path: each check of the real one runs it, which takes longer than all other
 * checks.
 */
export const withoutFfmpeg = { FFMPEG_PATH: '/nowhere/ffmpeg', FFPROBE_PATH: '/nowhere/ffprobe' };

/** Runs `offstage doctor --json` in this process, by default without ffmpeg. */
export async function runDoctor(args: readonly string[], env: Variables = {}): Promise<Diagnosis> {
  const search = { PATH: process.env.PATH, ...withoutFfmpeg, ...env };
  return diagnosisOf(await runCommand(run, ['doctor', '--json', ...args], { env: search }));
}

/** The same in a process of its own, beside servers of this one. */
export async function runDoctorAlone(
  args: readonly string[],
  env: Variables = {},
): Promise<Diagnosis> {
  return diagnosisOf(
    await runOffstage(['doctor', '--json', ...args], { ...withoutFfmpeg, ...env }),
  );
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
