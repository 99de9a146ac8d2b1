/** Frame rate of every picture track. */
export const framesPerSecond = 25;

/** Sample rate of every sound track. */
export const samplesPerSecond = 48000;
