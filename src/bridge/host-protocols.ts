import { targetOriginOf } from './host-binding.ts';
import { parseHostJson } from './host-message.ts';
import { isPlayerJsMessage } from './player-js/player-js-message.ts';
import { createPlayerJsProtocol } from './player-js/player-js-protocol.ts';
import type { Refusal } from './refusal.ts';
import { createWidgetProtocol, type WidgetDeps } from './widget-protocol.ts';

export interface HostProtocolsDeps extends Omit<WidgetDeps, 'diagnose'> {
  /** Switches the YouTube embed protocol on. */
  enableJsApi: boolean;
  /** Whether pages without an origin are obeyed, and told what is watched: their messages can only go to whoever it may be. */
  opaqueHosts: boolean | undefined;
  /** What `onDiagnose` tells. */
  diagnose: (host: HostDiagnosis) => Promise<unknown>;
}

/** What the bridge knows about whoever commands. */
export interface HostDiagnosis {
  /** Origin of the host page that shook hands; `null` before. */
  origin: string | null;
  refusals: Partial<Record<Refusal, number>>;
}

export interface HostProtocols {
  take(event: MessageEvent): void;
  /** The player can be commanded and a video is on stage: hosts that were early get their answer. */
  setReady(): void;
  /** Its counts go on counting. */
  diagnose(): HostDiagnosis;
  dispose(): void;
}

/** Understands host pages, in the two protocols that the page speaks: `docs/host-api.md`. */
export function createHostProtocols(deps: HostProtocolsDeps): HostProtocols {
  const refusals: Partial<Record<Refusal, number>> = {};
  const widget = deps.enableJsApi
    ? createWidgetProtocol({ ...deps, diagnose: () => deps.diagnose(diagnose()) })
    : null;
  const playerJs = createPlayerJsProtocol(deps);

  /** Sender before content: what comes from the wrong place costs no parsing. */
  function read(event: MessageEvent): Refusal | null {
    if (!deps.opaqueHosts && targetOriginOf(event) === '*') return 'OPAQUE_HOST';
    const widgetRefusal = widget === null ? 'JS_API_OFF' : widget.refuse(event);
    const playerJsRefusal = playerJs.refuse(event);
    if (widgetRefusal !== null && playerJsRefusal !== null) return widgetRefusal;
    const message = parseHostJson(event.data);
    if (typeof message === 'string') return message;
    if (isPlayerJsMessage(message)) return playerJsRefusal ?? playerJs.take(message, event);
    return widgetRefusal ?? widget?.take(message, event) ?? null;
  }

  function diagnose(): HostDiagnosis {
    return { origin: widget?.hostOrigin() ?? null, refusals };
  }

  return {
    take(event) {
      const refusal = read(event);
      if (refusal !== null) refusals[refusal] = (refusals[refusal] ?? 0) + 1;
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
