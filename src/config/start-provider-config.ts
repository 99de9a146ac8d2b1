import { parseExperimentIds } from '../../shared/experiment-ids.ts';
import { pageConfigLimits } from '../../shared/later-limits.ts';
import type { ConfigProblem } from '../../shared/page-config.ts';
import type { Variable } from '../../shared/player-args.ts';
import type { Embed } from '../create-embed.ts';
import { whenIdle } from '../lifecycle/when-idle.ts';
import type { PlayerConfig } from '../page-config.ts';
import { findCallback } from './find-callback.ts';
import { fixFor } from './fix-texts.ts';
import { assetUrl, loadScript, loadStyle } from './load-assets.ts';
import { mountPlayer } from './mount-player.ts';
import { tellProblems } from './tell-problems.ts';

// Values of `shared/page-config.ts` must not be imported here: the build would take the schemas out of the page's first script.

export interface ProviderConfigDeps {
  embed: Embed;
  config: PlayerConfig;
  /** What was found out before; what is found out here comes to it. */
  problems: ConfigProblem[];
  signal: AbortSignal;
}

/**
 * What only some page configs ask for: a provider's own element, style, script and callback; and telling what is wrong with a
 * config. None of it holds up the player.
 */
export function startProviderConfig({ embed, config, problems, signal }: ProviderConfigDeps): void {
  const { args, assets = {}, loaded, webPlayerContextConfig: context = {} } = config;
  const add = tellProblems(problems, embed.log, pageConfigLimits.problemsCount);

  const ids = 'serializedForcedExperimentIds';
  if (parseExperimentIds(`${context[ids] ?? ''}`) === null) {
    const field = `webPlayerContextConfig.${ids}`;
    add('BAD_FIELD', field, fixFor(field));
  }
  void mountPlayer({ context, add, signal });

  /** @returns the context config's address, or that of the assets, with its path; `null` where there is nothing to load */
  function asset(contextName: string, name: string): { field: string; address: Variable } | null {
    if (loaded) return null;
    const inContext = context[contextName];
    const address = inContext ?? assets[name];
    const field =
      inContext === undefined ? `assets.${name}` : `webPlayerContextConfig.${contextName}`;
    return address === undefined || address === '' ? null : { field, address };
  }

  async function load(
    { field, address }: { field: string; address: Variable },
    insert: (url: URL) => Promise<boolean>,
  ): Promise<void> {
    const url = assetUrl(`${address}`, document.baseURI, location.origin);
    if (url === null) return add('BAD_ASSET_URL', field, fixFor('assets'));
    if ((await insert(url)) || signal.aborted) return;
    const cause =
      'it does not exist, or a Content-Security-Policy blocks it. See the page’s console.';
    add(
      'ASSET_FAILED',
      field,
      `${url.href.slice(0, pageConfigLimits.quotedMaxChars)} was not loaded: ${cause}`,
    );
  }

  /** @returns whether it was called, or nothing was to be called */
  function callBack(isLast: boolean): boolean {
    const name = args.jsapicallback ?? '';
    if (name === '') return true;
    const callback = findCallback(name, window);
    if (callback.ok) {
      try {
        callback.value(document.querySelector('.player')?.id ?? '', embed);
      } catch (error) {
        // The provider's own error, which is told like any other that nobody catches.
        reportError(error);
      }
    } else if (isLast) add('BAD_CALLBACK', 'args.jsapicallback', callback.error.message);
    return callback.ok;
  }

  async function run(): Promise<void> {
    const style = asset('cssUrl', 'css');
    const script = asset('jsUrl', 'js');
    if (style !== null) void load(style, loadStyle);
    await embed.ready;
    if (signal.aborted) return;
    const isCalled = callBack(script === null);
    if (script === null) return;
    // Neither the first frame nor the controls wait for it.
    await whenIdle();
    if (signal.aborted) return;
    await load(script, loadScript);
    // The script may have brought the function.
    if (!isCalled && !signal.aborted) callBack(true);
  }
  void run();
}
