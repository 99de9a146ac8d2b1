import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename, delimiter, dirname, isAbsolute, join, matchesGlob, relative } from 'node:path';
import { Copy, DockerfileParser } from 'dockerfile-ast';
import { withoutProject } from './without-project.ts';

/** What a Dockerfile makes, in a directory in place of an image. */
export interface Assembled {
  /** A path of the image as a path of this machine. */
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
 * Carries out a Dockerfile’s steps one after the other, each stage in a directory of its own that
 * was empty. Two things of an image are not
 * there: its own system (the machine’s is used, with the Node that runs this), and other users
 * (what is given to one stays ours).
 * @param source the project’s directory; what `.dockerignore` names is left out
 * @param base an empty directory
 * @throws where a step fails, copies what is not there, or is one that is not known here
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
    // Of the paths that steps name, those of the image stand in its directory.
    const here = line
      .replaceAll(/(?<= )\/\w+/g, place)
      .replaceAll('node:node', `${process.getuid?.()}`);
    execFileSync('sh', ['-c', here], { cwd: place('.'), env: envOf(stage), stdio: 'pipe' });
  }

  const text = readFileSync(join(source, 'Dockerfile'), 'utf8');
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    const args = instruction.getArgumentsContent() ?? '';
    const keyword = instruction.getKeyword();
    if (keyword === 'FROM') {
      const name = /\bAS (\S+)$/i.exec(args)?.[1] ?? String(stages.size);
      stage = { root: join(base, name), workingDirectory: '/', env: {}, user: 'root' };
      mkdirSync(stage.root);
      stages.set(name, stage);
    } else if (keyword === 'WORKDIR') {
      stage.workingDirectory = args;
      mkdirSync(place('.'), { recursive: true });
    } else if (keyword === 'ENV')
      for (const pair of args.split(' '))
        stage.env[pair.split('=')[0] ?? ''] = pair.split('=')[1] ?? '';
    else if (instruction instanceof Copy)
      copy(
        args.split(' '),
        // Its `getFromFlag` knows it only where it stands alone.
        instruction
          .getFlags()
          .find((flag) => flag.getName() === 'from')
          ?.getValue() ?? undefined,
      );
    else if (keyword === 'RUN') runStep(args);
    else if (keyword === 'USER') stage.user = args;
    else if (keyword === 'CMD') command = JSON.parse(args);
    else if (keyword === 'HEALTHCHECK') healthcheck = JSON.parse(args.slice(args.indexOf('[')));
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

/** The machine's, with this Node in place of the image's. */
function envOf(stage: Stage): Record<string, string> {
  const env = withoutProject(process.env);
  return { ...env, PATH: [dirname(process.execPath), env.PATH].join(delimiter), ...stage.env };
}

/** @returns whether a path, relative to the project, is one that `.dockerignore` keeps out */
function readIgnored(source: string): (path: string) => boolean {
  const patterns = readFileSync(join(source, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  return (path) => path !== '' && patterns.some((pattern) => matchesGlob(path, pattern));
}
