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

/** @param text arguments of `CMD`, or of `HEALTHCHECK` after its options: a list in JSON */
export function readCommand(text: string): readonly string[] {
  return JSON.parse(text.slice(text.indexOf('[')));
}
