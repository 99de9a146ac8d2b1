import type { Clock } from '../../../shared/tools/clock.ts';

/** Payload of a TCP packet over Ethernet: 1,500 bytes without the headers of IP and TCP. */
const packetBytes = 1_460;
/**
 * Most unsent bytes of a connection. The fastest line sends these in 100 ms, so a busy machine does
 * not leave it idle.
 */
const queueBytes = 256_000;
/** The shortest time until a packet is sent again; Linux's `TCP_RTO_MIN`. */
const leastResendMs = 200;

export interface DirectionOptions {
  bitsPerSec: number;
  roundTripMs: number;
  lossRate: number;
  /** From 0 up to 1; decides which packets are lost. */
  random: () => number;
  clock: Clock;
}

/** One direction of a line, shared by all its connections. */
export interface LinkDirection {
  openFlow(receiver: Receiver): Flow;
}

/** The far end of a connection. */
export interface Receiver {
  /** @returns whether it can take more; if not, the connection rests until `resume` */
  deliver(packet: Buffer): boolean;
  /** Everything has been delivered. */
  finish(): void;
  /** `send` may be called again after it returned false. */
  onRoom(): void;
}

/** The near end of a connection. */
export interface Flow {
  /** @returns whether there is room for more; if not, wait for `onRoom` */
  send(bytes: Buffer): boolean;
  /** Nothing more will be sent. */
  finish(): void;
  /** The receiver can take more. */
  resume(): void;
  /** Forgets everything that has not been delivered. */
  close(): void;
}

interface FlowState {
  receiver: Receiver;
  /** Bytes that wait for the line. */
  queue: Buffer[];
  queuedBytes: number;
  /** Packets on their way, in order: none arrives before the one ahead of it. */
  underWay: { packet: Buffer; atMs: number }[];
  /** `send` has returned false. */
  isFull: boolean;
  /** The receiver takes no more. */
  isBlocked: boolean;
  isFinished: boolean;
}

/**
 * A bottleneck of fixed bandwidth, then a delay of half a round trip. Connections that have
 * something to send take turns, packet by packet. A lost packet arrives one retransmission later,
 * and the rest of its connection waits for it; the other connections go on. Times are computed, not
 * measured: a late timer delays a packet, but costs the line no bandwidth.
 */
export function createLinkDirection(options: DirectionOptions): LinkDirection {
  const { bitsPerSec, roundTripMs, lossRate, random, clock } = options;
  const resendMs = Math.max(roundTripMs, leastResendMs);
  /** In the order of their turns. */
  const flows = new Set<FlowState>();
  /** When the line has sent its current packet. */
  let freeAtMs = 0;
  let cancelTimer = () => {};

  const nextFlow = () =>
    flows.values().find(({ queue, isBlocked }) => queue.length > 0 && !isBlocked);

  /** Lets a flow change what it has to send. An idle line begins with it now. */
  function change(apply: () => void): void {
    const wasIdle = nextFlow() === undefined;
    apply();
    if (wasIdle) freeAtMs = Math.max(freeAtMs, clock.now());
    planRun();
  }

  function planRun(): void {
    cancelTimer();
    const sendAtMs = nextFlow() === undefined ? Number.POSITIVE_INFINITY : freeAtMs;
    const arrivals = [...flows].map(({ underWay }) => underWay[0]?.atMs ?? sendAtMs);
    const atMs = Math.min(sendAtMs, ...arrivals);
    if (Number.isFinite(atMs)) cancelTimer = clock.setTimer(run, Math.max(0, atMs - clock.now()));
  }

  function run(): void {
    const nowMs = clock.now();
    for (let flow = nextFlow(); flow !== undefined && freeAtMs <= nowMs; flow = nextFlow())
      sendPacket(flow);
    for (const flow of flows) arrive(flow, nowMs);
    planRun();
  }

  function sendPacket(flow: FlowState): void {
    flows.delete(flow);
    flows.add(flow);
    const [first = Buffer.alloc(0), ...others] = flow.queue;
    const packet = first.subarray(0, packetBytes);
    const rest = first.subarray(packetBytes);
    flow.queue = rest.length > 0 ? [rest, ...others] : others;
    flow.queuedBytes -= packet.length;
    freeAtMs += (packet.length * 8_000) / bitsPerSec;
    const isLost = random() < lossRate;
    flow.underWay.push({ packet, atMs: freeAtMs + roundTripMs / 2 + (isLost ? resendMs : 0) });
    if (!flow.isFull || flow.queuedBytes >= queueBytes) return;
    flow.isFull = false;
    flow.receiver.onRoom();
  }

  function arrive(flow: FlowState, nowMs: number): void {
    while (flows.has(flow)) {
      const next = flow.underWay[0];
      if (next === undefined || next.atMs > nowMs) break;
      flow.underWay.shift();
      if (!flow.receiver.deliver(next.packet)) flow.isBlocked = true;
    }
    finishIfDone(flow);
  }

  function finishIfDone(flow: FlowState): void {
    if (!flow.isFinished || flow.queue.length > 0 || flow.underWay.length > 0) return;
    if (flows.delete(flow)) flow.receiver.finish();
  }

  return {
    openFlow(receiver) {
      const flow = createFlowState(receiver);
      flows.add(flow);
      return {
        send(bytes) {
          change(() => {
            flow.queue.push(bytes);
            flow.queuedBytes += bytes.length;
            flow.isFull = flow.queuedBytes >= queueBytes;
          });
          return !flow.isFull;
        },
        finish() {
          flow.isFinished = true;
          finishIfDone(flow);
        },
        resume() {
          change(() => {
            flow.isBlocked = false;
          });
        },
        close: () => change(() => void flows.delete(flow)),
      };
    },
  };
}

function createFlowState(receiver: Receiver): FlowState {
  return {
    receiver,
    queue: [],
    queuedBytes: 0,
    underWay: [],
    isFull: false,
    isBlocked: false,
    isFinished: false,
  };
}
