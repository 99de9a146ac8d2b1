import { hearMessages } from './hear-messages.ts';
import type { HostDiagnosis, HostProtocols, HostProtocolsDeps } from './host-protocols.ts';
import { announcePlayerJs } from './player-js/announce-player-js.ts';

/** What the page hears is understood elsewhere, by code that only pages with something to hear load. */
export interface Bridge {
  /** The player can be commanded and a video is on stage: hosts that were early get their answer. */
  setReady(): void;
  diagnose(): HostDiagnosis;
  dispose(): void;
}

/** Messages of host pages, also those from before the player, wait until the protocols are there. */
export function startBridge(deps: HostProtocolsDeps, ear = hearMessages()): Bridge {
  let protocols: HostProtocols | null = null;
  let isLoading = false;
  let isReady = false;

  ear.onWaiting = load;
  // Whoever asked for the host API will use it; other hosts may still speak the protocol that needs no asking.
  if (deps.enableJsApi || ear.waiting.length > 0) void load();

  async function load(): Promise<void> {
    if (isLoading) return;
    isLoading = true;
    try {
      const { createHostProtocols } = await import('./host-protocols.ts');
      if (ear.take) return;
      protocols = createHostProtocols(deps);
    } catch {
      // The script did not arrive. The next message tries again; hosts repeat their handshake.
      isLoading = false;
      return;
    }
    if (isReady) protocols.setReady();
    ear.take = protocols.take;
    ear.waiting.splice(0).forEach(ear.take);
  }

  return {
    setReady() {
      isReady = true;
      announcePlayerJs(deps);
      protocols?.setReady();
    },
    diagnose: () => protocols?.diagnose() ?? { origin: null, refusals: {} },
    dispose() {
      // Nobody listens any more.
      ear.take = () => {};
      protocols?.dispose();
    },
  };
}
