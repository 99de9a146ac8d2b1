/** @returns numbers from 0 up to 1, the same for the same seed */
export declare function createRandom(seed: number): () => number;
