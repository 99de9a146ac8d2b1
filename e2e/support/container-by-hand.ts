import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename, delimiter, dirname, isAbsolute, join, matchesGlob, relative } from 'node:path';
import { Copy } from 'dockerfile-ast';
import { readCommand, readDockerfile, readEnv } from './read-dockerfile.ts';
import { withoutProject } from './without-project.ts';

/** The image of a Dockerfile, as a directory. */
export interface Assembled {
  /** The path on this machine for a path of the image. */
  place(path: string): string;
  workingDirectory: string;
  env: Record<string, string>;
  user: string;
  command: readonly string[];
  healthcheck: readonly string[];
}

interface Stage {
  root: string;
  workingDirectory: string;
  env: Record<string, string>;
  user: string;
}

/**
 * Runs a Dockerfile’s steps in order, each stage in its own directory that starts empty. Two parts
 * of an image are missing: its own system (this machine’s and its Node are used) and other users
 * (files given to one stay ours).
 * @param source the project’s directory; files named in `.dockerignore` are left out
 * @param base an empty directory
 * @throws if a step fails, copies a missing file, or is of an unknown kind
 */
export function assembleByHand(source: string, base: string): Assembled {
  const isIgnored = readIgnored(source);
  const stages = new Map<string, Stage>();
  let stage: Stage = { root: '', workingDirectory: '/', env: {}, user: 'root' };
  let command: readonly string[] = [];
  let healthcheck: readonly string[] = [];
  const place = (path: string) =>
    join(stage.root, isAbsolute(path) ? path : join(stage.workingDirectory, path));

  function copy(paths: string[], from: string | undefined) {
    const to = paths.pop() ?? '';
    const fromRoot = from === undefined ? source : stages.get(from)?.root;
    if (fromRoot === undefined) throw new Error(`There is no stage ${from}.`);
    for (const path of paths) {
      const file = join(fromRoot, path);
      const isFolder = statSync(file).isDirectory();
      cpSync(file, to.endsWith('/') && !isFolder ? join(place(to), basename(file)) : place(to), {
        recursive: true,
        verbatimSymlinks: true,
        filter: (each) => from !== undefined || !isIgnored(relative(source, each)),
      });
    }
  }

  function runStep(line: string) {
    // Paths of the image that a step names are in its directory.
    const here = line
      .replaceAll(/(?<= )\/\w+/g, place)
      .replaceAll('node:node', `${process.getuid?.()}`);
    execFileSync('sh', ['-c', here], { cwd: place('.'), env: envOf(stage), stdio: 'pipe' });
  }

  const steps = readDockerfile(join(source, 'Dockerfile'));
  for (const { keyword, arguments: args, instruction } of steps) {
    if (keyword === 'FROM') {
      const name = /\bAS (\S+)$/i.exec(args)?.[1] ?? String(stages.size);
      stage = { root: join(base, name), workingDirectory: '/', env: {}, user: 'root' };
      mkdirSync(stage.root);
      stages.set(name, stage);
    } else if (keyword === 'WORKDIR') {
      stage.workingDirectory = args;
      mkdirSync(place('.'), { recursive: true });
    } else if (keyword === 'ENV') Object.assign(stage.env, readEnv(args));
    else if (instruction instanceof Copy)
      copy(
        args.split(' '),
        // npm's `getFromFlag` knows it only as a separate argument.
        instruction
          .getFlags()
          .find((flag) => flag.getName() === 'from')
          ?.getValue() ?? undefined,
      );
    else if (keyword === 'RUN') runStep(args);
    else if (keyword === 'USER') stage.user = args;
    else if (keyword === 'CMD') command = readCommand(args);
    else if (keyword === 'HEALTHCHECK') healthcheck = readCommand(args);
    else if (!['VOLUME', 'EXPOSE', 'STOPSIGNAL'].includes(keyword))
      throw new Error(`${keyword} is not known here.`);
  }
  return {
    place,
    workingDirectory: place('.'),
    env: envOf(stage),
    user: stage.user,
    command,
    healthcheck,
  };
}

/** This machine's environment, with this Node instead of the image's. */
function envOf(stage: Stage): Record<string, string> {
  const env = withoutProject(process.env);
  return { ...env, PATH: [dirname(process.execPath), env.PATH].join(delimiter), ...stage.env };
}

/** @returns whether `.dockerignore` excludes a path, relative to the project */
function readIgnored(source: string): (path: string) => boolean {
  const patterns = readFileSync(join(source, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  return (path) => path !== '' && patterns.some((pattern) => matchesGlob(path, pattern));
}
