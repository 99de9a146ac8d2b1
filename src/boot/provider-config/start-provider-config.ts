import { pageConfigLimits } from '../../../shared/limits/page-config-limits.ts';
import type { ConfigProblem } from '../../../shared/page/page-config.ts';
import type { Variable } from '../../../shared/player/player-args.ts';
import { parseExperimentIds } from '../../../shared/wire/experiment-ids.ts';
import { whenIdle } from '../../page/lifecycle/when-idle.ts';
import type { Log } from '../../telemetry/player-log.ts';
import type { PlayerConfig } from '../page-config.ts';
import { findCallback } from './find-callback.ts';
import { fixFor } from './fix-texts.ts';
import { assetUrl, loadScript, loadStyle } from './load-assets.ts';
import { mountPlayer } from './mount-player.ts';
import { createProblemLog } from './problem-log.ts';

// Never import values from `shared/page/page-config.ts` here: the bundler would move the schemas
// out of the page's first script.

export interface ProviderConfigDeps {
  /** The argument of the provider's callback. */
  embed: { readonly ready: Promise<void>; log: Log };
  config: PlayerConfig;
  /** Problems found so far; problems found here are added. */
  problems: ConfigProblem[];
  signal: AbortSignal;
}

/**
 * Handles what only some page configs use: a provider's root element, stylesheet, script and
 * callback. Also reports config problems. Nothing here delays the player.
 */
export function startProviderConfig({ embed, config, problems, signal }: ProviderConfigDeps): void {
  const { args, assets = {}, loaded, webPlayerContextConfig: context = {} } = config;
  const add = createProblemLog(problems, embed.log, pageConfigLimits.problemsCount);

  const ids = 'serializedForcedExperimentIds';
  if (parseExperimentIds(`${context[ids] ?? ''}`) === null) {
    const field = `webPlayerContextConfig.${ids}`;
    add('BAD_FIELD', field, fixFor(field));
  }
  void mountPlayer({ context, add, signal });

  /**
   * @returns the URL from the context config, or from `assets`, with its field path; `null` when
   *   there is nothing to load
   */
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

  /** @returns true when the callback ran or none is configured */
  function callBack(isLast: boolean): boolean {
    const name = args.jsapicallback ?? '';
    if (name === '') return true;
    const callback = findCallback(name, window);
    if (callback.ok) {
      try {
        callback.value(document.querySelector('.player')?.id ?? '', embed);
      } catch (error) {
        // The provider's own error, reported like any uncaught error.
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
    // Waits, so that the script delays neither the first frame nor the controls.
    await whenIdle();
    if (signal.aborted) return;
    await load(script, loadScript);
    // The script may have defined the callback.
    if (!isCalled && !signal.aborted) callBack(true);
  }
  void run();
}
