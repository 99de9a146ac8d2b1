import type { ComponentType } from 'react';
import { createStyleLoader } from '../../../page/load-style.ts';
import { late } from '../late.tsx';
import type { LoadPanel, PanelName } from './panel-store.ts';
import panelsStyleUrl from './panels.css?url';

/** Loads the style of all parts that open on demand. */
export const loadPanelsStyle = createStyleLoader(panelsStyleUrl);

/** Loads each panel's script; the first panel also loads the style. */
export const panelLoaders: Record<PanelName, LoadPanel> = {
  settings: loadStyledPart(
    async () => (await import('../../panels/settings/settings-menu.tsx')).SettingsMenu,
  ),
  chapters: loadStyledPart(
    async () => (await import('../../panels/chapters/chapters-menu.tsx')).ChaptersMenu,
  ),
  shortcuts: loadStyledPart(
    async () => (await import('../../panels/shortcuts/shortcuts-panel.tsx')).ShortcutsPanel,
  ),
  context_menu: loadStyledPart(
    async () => (await import('../../panels/context-menu/context-menu.tsx')).ContextMenu,
  ),
  copy: loadStyledPart(async () => (await import('../../panels/share/copy-panel.tsx')).CopyPanel),
  share: loadStyledPart(
    async () => (await import('../../panels/share/share-panel.tsx')).SharePanel,
  ),
  transcript: loadStyledPart(
    async () => (await import('../../panels/transcript/transcript-panel.tsx')).TranscriptPanel,
  ),
  playlist: loadStyledPart(
    async () => (await import('../../panels/playlist/playlist-panel.tsx')).PlaylistPanel,
  ),
};

export const StatsOverlay = late(
  loadStyledPart(async () => (await import('../../panels/stats/stats-overlay.tsx')).StatsOverlay),
);

/** Loads a part together with the panels' style. */
export function loadStyledPart<Props>(
  load: () => Promise<ComponentType<Props>>,
): () => Promise<ComponentType<Props>> {
  return async () => (await Promise.all([load(), loadPanelsStyle()]))[0];
}
