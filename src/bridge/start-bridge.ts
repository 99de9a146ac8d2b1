import { bridgeLimits } from '../../shared/limits.ts';
import type { HostDiagnosis, HostProtocols, HostProtocolsDeps } from './host-protocols.ts';
import { announcePlayerJs } from './player-js/announce-player-js.ts';

/** The page's ear. What it hears is understood elsewhere, by code that only pages with something to hear load. */
export interface Bridge {
  /** The player can be commanded and a video is on stage: hosts that were early get their answer. */
  setReady(): void;
  diagnose(): HostDiagnosis;
  dispose(): void;
}

/** Hears host pages from the first moment on; their messages wait until the protocols are there. */
export function startBridge(deps: HostProtocolsDeps): Bridge {
  const life = new AbortController();
  const waiting: MessageEvent[] = [];
  let protocols: HostProtocols | null = null;
  let waitingChars = 0;
  let isLoading = false;
  let isReady = false;

  addEventListener('message', onMessage, { signal: life.signal });
  // Whoever asked for the host API will use it; other hosts may still speak the protocol that needs no asking.
  if (deps.enableJsApi) void load();

  function onMessage(event: MessageEvent): void {
    if (protocols !== null) {
      protocols.take(event);
      return;
    }
    if (hasRoom(event.data)) waiting.push(event);
    void load();
  }

  /** Anybody may send here; what could not be read later, or is too much, is not kept. */
  function hasRoom(data: unknown): boolean {
    if (typeof data !== 'string' || waiting.length >= bridgeLimits.waitingMaxCount) return false;
    waitingChars += data.length;
    return waitingChars <= bridgeLimits.waitingMaxChars;
  }

  async function load(): Promise<void> {
    if (isLoading) return;
    isLoading = true;
    try {
      const { createHostProtocols } = await import('./host-protocols.ts');
      if (life.signal.aborted) return;
      protocols = createHostProtocols(deps);
    } catch {
      // The script did not arrive. The next message tries again; hosts repeat their handshake.
      isLoading = false;
      return;
    }
    if (isReady) protocols.setReady();
    for (const event of waiting.splice(0)) protocols.take(event);
  }

  return {
    setReady() {
      isReady = true;
      announcePlayerJs();
      protocols?.setReady();
    },
    diagnose: () => protocols?.diagnose() ?? { origin: null, refusals: {} },
    dispose() {
      life.abort();
      protocols?.dispose();
    },
  };
}
