/** Bytes that a probe of a full store writes: about the size of a large batch of events. */
export const probeRoomBytes = 262_144;
