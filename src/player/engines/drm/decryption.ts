import type { DrmInfo } from '../../../../shared/drm.ts';
import type { PlayerErrorName } from '../../../../shared/player-error.ts';
import type { Result } from '../../../../shared/result.ts';
import { chooseKeySystem } from './choose-key-system.ts';
import { createRxKeySystem } from './rx-key-system.ts';
import { serveEme } from './serve-eme.ts';

/** What only encrypted media needs, for both engines, in one script: the bundler takes common parts of two out of the page's first. */
export const decryption = {
  /** With the browser's own Encrypted Media Extensions. */
  choose(drm: unknown): Promise<Result<DrmInfo, PlayerErrorName>> {
    return chooseKeySystem(drm, {
      isSecureContext,
      requestAccess: navigator.requestMediaKeySystemAccess?.bind(navigator),
    });
  },
  createRxKeySystem,
  serveEme,
};
