import { createHostInbox } from './host-inbox.ts';
import type { HostDiagnosis, HostProtocols, HostProtocolsDeps } from './host-protocols.ts';
import { announcePlayerJs } from './player-js/announce-player-js.ts';

/** The bridge only listens. The code that understands messages loads when there are some. */
export interface Bridge {
  /** Call once the player accepts commands and has a video: earlier hosts get their answer now. */
  setReady(): void;
  diagnose(): HostDiagnosis;
  dispose(): void;
}

/**
 * Keeps messages of host pages, also those from before the player, until the protocols have loaded.
 */
export function startBridge(deps: HostProtocolsDeps, inbox = createHostInbox()): Bridge {
  let protocols: HostProtocols | null = null;
  let isLoading = false;
  let isReady = false;

  inbox.onWaiting = load;
  // A page with the host API enabled will use it. Other hosts may use `player.js`, which needs no
  // switch.
  if (deps.enableJsApi || inbox.waiting.length > 0) void load();

  async function load(): Promise<void> {
    if (isLoading) return;
    isLoading = true;
    try {
      const { createHostProtocols } = await import('./host-protocols.ts');
      if (inbox.receive) return;
      protocols = createHostProtocols(deps);
    } catch {
      // The chunk failed to load. The next message retries; hosts repeat their handshake.
      isLoading = false;
      return;
    }
    if (isReady) protocols.setReady();
    inbox.receive = protocols.receive;
    inbox.waiting.splice(0).forEach(inbox.receive);
  }

  return {
    setReady() {
      isReady = true;
      announcePlayerJs(deps);
      protocols?.setReady();
    },
    diagnose: () => protocols?.diagnose() ?? { origin: null, refusals: {} },
    dispose() {
      // Messages after this are dropped.
      inbox.receive = () => {};
      protocols?.dispose();
    },
  };
}
