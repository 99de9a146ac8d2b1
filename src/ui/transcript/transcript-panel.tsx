export function TranscriptPanel() {
  return null;
}
