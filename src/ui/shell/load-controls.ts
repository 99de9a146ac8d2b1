import { playerLimits } from '../../../shared/limits/player-limits.ts';
import { matchLanguage } from '../../../shared/player/languages.ts';
import { createStyleLoader } from '../../page/load-style.ts';
import { loadCatalogue } from '../messages/load-catalogue.ts';
import controlsStyleUrl from './controls.css?url';

const loadStyle = createStyleLoader(controlsStyleUrl);

/**
 * Fetches the controls, their style, and the texts in the viewer's language. The controls are drawn
 * only once the style has loaded. If anything fails, retries after growing delays, and whenever the
 * viewer reaches for the player.
 * @param wanted the viewer's languages, best first (BCP 47)
 * @param onIntent registers a callback for when the viewer reaches for the player
 */
export async function loadControls(
  wanted: readonly string[],
  onIntent: (wake: () => void) => void,
  signal: AbortSignal,
) {
  const language = matchLanguage(wanted);
  for (let waitMs: number = playerLimits.controlsRetryMs; ; waitMs *= 2) {
    try {
      // If these scripts imported each other, the browser would compile and run them in one long
      // task.
      const [{ createReactRoot }, { mountUi }, catalogue] = await Promise.all([
        import('./react-root.ts'),
        import('../controls/mount-ui.tsx'),
        loadCatalogue(language),
        loadStyle(),
      ]);
      return { createReactRoot, mountUi, catalogue };
    } catch (error) {
      // Report it like an uncaught error; the error reporter deduplicates.
      reportError(error);
    }
    await new Promise<void>((resolve) => {
      onIntent(resolve);
      setTimeout(resolve, Math.min(waitMs, playerLimits.controlsRetryMaxMs));
    });
    signal.throwIfAborted();
  }
}
