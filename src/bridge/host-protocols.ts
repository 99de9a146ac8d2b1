import { targetOriginOf } from './host-binding.ts';
import type { HostMessageEvent } from './host-inbox.ts';
import { parseHostJson } from './host-message.ts';
import { isPlayerJsMessage } from './player-js/player-js-message.ts';
import { createPlayerJsProtocol } from './player-js/player-js-protocol.ts';
import type { Refusal } from './refusal.ts';
import { createWidgetProtocol, type WidgetDeps } from './widget-protocol.ts';

export interface HostProtocolsDeps extends Omit<WidgetDeps, 'diagnose'> {
  /** Enables the YouTube embed protocol. */
  enableJsApi: boolean;
  /**
   * Whether hosts without an origin may command the player and receive its events. Replies to them
   * need the target `*`, which any page in that window could read.
   */
  opaqueHosts: boolean | undefined;
  /** Collects what `onDiagnose` reports. */
  diagnose: (host: HostDiagnosis) => Promise<unknown>;
}

/** Facts about the host, for `onDiagnose` and the debug panel. */
export interface HostDiagnosis {
  /** Origin of the host after the handshake; `null` before. */
  origin: string | null;
  refusals: Partial<Record<Refusal, number>>;
  /** Origin of the last refused message. */
  refusedOrigin?: string | undefined;
}

export interface HostProtocols {
  receive(event: HostMessageEvent): void;
  /** Call once the player accepts commands and has a video: earlier hosts get their answer now. */
  setReady(): void;
  /** Returns a live object: its counts keep changing. */
  diagnose(): HostDiagnosis;
  dispose(): void;
}

/** Handles messages of host pages in both supported protocols: `docs/host-api.md`. */
export function createHostProtocols(deps: HostProtocolsDeps): HostProtocols {
  const refusals: Partial<Record<Refusal, number>> = {};
  let refusedOrigin: string | undefined;
  const widget = deps.enableJsApi
    ? createWidgetProtocol({ ...deps, diagnose: () => deps.diagnose(diagnose()) })
    : null;
  const playerJs = createPlayerJsProtocol(deps);

  /** Checks the sender first, so that messages from the wrong place are never parsed. */
  function read(event: HostMessageEvent): Refusal | null {
    if (!deps.opaqueHosts && targetOriginOf(event) === '*') return 'OPAQUE_HOST';
    const widgetRefusal = widget === null ? 'JS_API_OFF' : widget.refuse(event);
    const playerJsRefusal = playerJs.refuse(event);
    if (widgetRefusal !== null && playerJsRefusal !== null) return widgetRefusal;
    const message = parseHostJson(event.data);
    if (typeof message === 'string') return message;
    if (isPlayerJsMessage(message)) return playerJsRefusal ?? playerJs.receive(message, event);
    return widgetRefusal ?? widget?.receive(message, event) ?? null;
  }

  function diagnose(): HostDiagnosis {
    return { origin: widget?.hostOrigin() ?? null, refusals, refusedOrigin };
  }

  return {
    receive(event) {
      const refusal = read(event);
      if (refusal === null) return;
      refusedOrigin = event.origin;
      refusals[refusal] = (refusals[refusal] ?? 0) + 1;
    },
    setReady() {
      widget?.setReady();
      playerJs.setReady();
    },
    diagnose,
    dispose() {
      widget?.dispose();
      playerJs.dispose();
    },
  };
}
