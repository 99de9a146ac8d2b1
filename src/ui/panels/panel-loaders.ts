import type { ComponentType } from 'react';
import { createStyleLoader } from './load-style.ts';
import type { LoadPanel, PanelName } from './panel-store.ts';
import panelsStyleUrl from './panels.css?url';

const loadStyle = createStyleLoader(panelsStyleUrl);

/** Where each panel's script is; with the first comes the style of them all. */
export const panelLoaders: Record<PanelName, LoadPanel> = {
  settings: panel(async () => (await import('../settings/settings-menu.tsx')).SettingsMenu),
  shortcuts: panel(async () => (await import('../shortcuts/shortcuts-panel.tsx')).ShortcutsPanel),
};

function panel(load: () => Promise<ComponentType>): LoadPanel {
  return async () => (await Promise.all([load(), loadStyle()]))[0];
}
