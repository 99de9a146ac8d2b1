/** Of every picture track. */
export const framesPerSecond = 25;

/** Of every sound track. */
export const samplesPerSecond = 48000;
