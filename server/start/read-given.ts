import type { Result } from '../../shared/tools/result.ts';
import { ok } from '../../shared/tools/result.ts';
import { type Experiment, openExperiments } from '../experiments/experiment.ts';
import { type Geoip, openGeoip } from '../intake/geoip/open-geoip.ts';
import { type FoundAccess, findAccess } from '../operator/telemetry/find-access.ts';
import type { EmbedBuild } from '../pages/embed/embed-build.ts';
import { type ProviderConfig, readProviderConfig } from '../pages/embed/provider-config.ts';
import { readTemplates, type Templates } from './read-templates.ts';
import type { StartDeps, StartOptions } from './start-options.ts';

/** Everything that the options name. Only the checks of the GeoIP file must be stopped. */
export interface Given {
  /** The player page. */
  build: EmbedBuild;
  /** Those of experiments. */
  otherBuilds: EmbedBuild[];
  demo: Templates['demo'];
  providerConfig: ProviderConfig;
  declared: Experiment[];
  access: FoundAccess;
  geoip: Geoip;
}

/** @returns a failure whose message names cause and fix */
export async function readGiven(
  options: StartOptions,
  warn: StartDeps['warn'],
): Promise<Result<Given>> {
  const templates = await readTemplates(options);
  if (!templates.ok) return templates;
  const providerConfig = await readProviderConfig(options.pageConfigFile);
  if (!providerConfig.ok) return providerConfig;
  const declared = await openExperiments(options, providerConfig.value);
  if (!declared.ok) return declared;
  const access = findAccess(options);
  if (!access.ok) return access;
  const geoip = await openGeoip(options.geoipFile, warn);
  if (!geoip.ok) return geoip;
  return ok({
    build: templates.value.page,
    otherBuilds: declared.value.flatMap(({ build }) => build ?? []),
    demo: templates.value.demo,
    providerConfig: providerConfig.value,
    declared: declared.value,
    access: access.value,
    geoip: geoip.value,
  });
}
