import type { DrmInfo } from '../../../../shared/player/drm.ts';
import type { PlayerErrorName } from '../../../../shared/player/player-error.ts';
import type { Result } from '../../../../shared/tools/result.ts';
import { chooseKeySystem } from './choose-key-system.ts';
import { createRxKeySystem } from './rx-key-system.ts';
import { serveEme } from './serve-eme.ts';

/**
 * All code for encrypted media, for both engines, in one chunk. With two chunks, the bundler would
 * move code that they share out of the page's first script.
 */
export const decryption = {
  /** Uses the browser's own Encrypted Media Extensions. */
  choose(drm: unknown): Promise<Result<DrmInfo, PlayerErrorName>> {
    return chooseKeySystem(drm, {
      isSecureContext,
      requestAccess: navigator.requestMediaKeySystemAccess?.bind(navigator),
    });
  },
  createRxKeySystem,
  serveEme,
};
