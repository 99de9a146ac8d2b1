/** What a probe of a store that was full writes: about what a large batch of events takes. */
export const probeRoomBytes = 262_144;
