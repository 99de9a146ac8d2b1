export const interaction = {
  inpMs: 300,
  type: 'pointerup',
  startMs: 1_000,
  inputDelayMs: 100,
  processingMs: 150,
  presentationMs: 50,
  script: null,
};
