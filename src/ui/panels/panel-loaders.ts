import type { ComponentType } from 'react';
import { createStyleLoader } from './load-style.ts';
import type { LoadPanel, PanelName } from './panel-store.ts';
import panelsStyleUrl from './panels.css?url';

/** The look of all that opens on demand. */
export const loadPanelsStyle = createStyleLoader(panelsStyleUrl);

/** Where each panel's script is; with the first comes the style of them all. */
export const panelLoaders: Record<PanelName, LoadPanel> = {
  settings: panel(async () => (await import('../settings/settings-menu.tsx')).SettingsMenu),
  chapters: panel(async () => (await import('../chapters/chapters-menu.tsx')).ChaptersMenu),
  shortcuts: panel(async () => (await import('../shortcuts/shortcuts-panel.tsx')).ShortcutsPanel),
};

function panel(load: () => Promise<ComponentType>): LoadPanel {
  return async () => (await Promise.all([load(), loadPanelsStyle()]))[0];
}
