import { matchLanguage } from '../../shared/languages.ts';
import { playerLimits } from '../../shared/limits.ts';
import { loadCatalogue } from './messages/load-catalogue.ts';

/**
 * Fetches the controls, and the texts in the viewer's language along with them. What does not arrive is asked for again: later
 * and later by itself, and whenever the viewer reaches for the player.
 * @param wanted the viewer's languages, best first (BCP 47)
 * @param onIntent registers what is called when the viewer reaches for the player
 */
export async function loadControls(
  wanted: readonly string[],
  onIntent: (wake: () => void) => void,
  signal: AbortSignal,
) {
  const language = matchLanguage(wanted);
  for (let waitMs: number = playerLimits.controlsRetryMs; ; waitMs *= 2) {
    try {
      const [{ mountUi }, catalogue] = await Promise.all([import('./mount-ui.tsx'), loadCatalogue(language)]);
      return { mountUi, catalogue };
    } catch (error) {
      // Told as what nobody caught; the reporter tells the same once.
      reportError(error);
    }
    await new Promise<void>((resolve) => {
      onIntent(resolve);
      setTimeout(resolve, Math.min(waitMs, playerLimits.controlsRetryMaxMs));
    });
    signal.throwIfAborted();
  }
}
