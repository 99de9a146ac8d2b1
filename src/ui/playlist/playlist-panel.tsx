export function PlaylistPanel() {
  return null;
}
