import { createHash } from 'node:crypto';
import { envelopeLimits } from '../../shared/limits/envelope-limits.ts';
import { settingLimits } from '../../shared/limits/setting-limits.ts';
import type { Result } from '../../shared/tools/result.ts';
import { err, ok } from '../../shared/tools/result.ts';
import { optionLimits } from '../options/option-limits.js';
import type { ServerOptions } from '../options/server-options.js';
import { type EmbedBuild, openEmbedBuild } from '../pages/embed/embed-build.ts';
import type { ProviderConfig } from '../pages/embed/provider-config.ts';

/** An experiment of the server's options. */
export interface Experiment {
  /** Name, share and effect in one text; another text is another experiment. */
  key: string;
  name: string;
  /** Embeds in the treatment, 0 to 1. */
  share: number;
  effect: string;
  runtime: 'main' | 'worker' | null;
  build: EmbedBuild | null;
  /** Numbers of its arms, the same on all servers. */
  arms: { control: number; treatment: number };
}

/**
 * Prepares the experiments, and opens the build that one of them may have.
 * @returns `BAD_EXPERIMENT` with the fix
 */
export async function openExperiments(
  { experiments: declared }: Pick<ServerOptions, 'experiments'>,
  { webPlayerContextConfig: context }: ProviderConfig,
): Promise<Result<Experiment[], 'BAD_EXPERIMENT'>> {
  const flagsChars = context?.serializedExperimentFlags?.length ?? 0;
  const roomChars = declared.length * (optionLimits.experimentNameMaxChars + '&=true'.length);
  if (flagsChars + roomChars > settingLimits.experimentsMaxChars)
    return err(
      'BAD_EXPERIMENT',
      `--page-config has flags of ${flagsChars} characters, which leaves no room for those of --experiment; shorten serializedExperimentFlags to ${settingLimits.experimentsMaxChars - roomChars}.`,
    );
  const experiments: Experiment[] = [];
  for (const { name, share, runtime, buildDir } of declared) {
    const build = buildDir === null ? null : await openEmbedBuild(buildDir);
    if (build?.ok === false)
      return err(
        'BAD_EXPERIMENT',
        `The experiment "${name}" has no player page in ${buildDir}; give the folder dist/page of another Offstage that was built with "npm run build".`,
      );
    const effects = [
      ...(build === null ? [] : [`build=${build.value.hash}`]),
      ...(runtime === null ? [] : [`runtime=${runtime}`]),
    ];
    const effect = effects.join(' ') || 'flag';
    const key = `${name}=${share} ${effect}`;
    experiments.push({
      ...{ key, name, share, effect, runtime, build: build?.value ?? null },
      arms: { control: armOf(`${key} control`), treatment: armOf(`${key} treatment`) },
    });
  }
  return ok(experiments);
}

/** A hash, so that all servers have the same numbers without asking each other. */
function armOf(text: string): number {
  const hash = createHash('sha256').update(text).digest();
  return 1 + (hash.readUInt32BE() % envelopeLimits.experimentIdMax);
}
