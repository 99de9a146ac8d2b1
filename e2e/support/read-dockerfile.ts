import { readFileSync } from 'node:fs';
import { DockerfileParser, type Instruction } from 'dockerfile-ast';

/** A step of a Dockerfile. */
export interface DockerfileStep {
  keyword: string;
  arguments: string;
  instruction: Instruction;
}

/** @returns the steps of all stages, in order */
export function readDockerfile(file: string | URL): DockerfileStep[] {
  return DockerfileParser.parse(readFileSync(file, 'utf8'))
    .getInstructions()
    .map((instruction) => ({
      keyword: instruction.getKeyword(),
      arguments: instruction.getArgumentsContent() ?? '',
      instruction,
    }));
}

/** @param text arguments of `ENV`: `NAME=value NAME=value` */
export function readEnv(text: string): Record<string, string> {
  return Object.fromEntries(text.split(' ').map((pair) => pair.split('=')));
}

/**
 * @param text arguments of `CMD`, or of `HEALTHCHECK` after its options: a list in JSON
 * @throws for the form that a shell reads
 */
export function readCommand(text: string): readonly string[] {
  const list = /\[.*\]$/s.exec(text)?.[0];
  if (list === undefined)
    throw new Error(`Write the command as a list, ["program", "argument"], not as "${text}".`);
  return JSON.parse(list);
}
