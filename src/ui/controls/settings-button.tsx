import { PanelButton } from './panels/panel-button.tsx';
import { t } from './translation/translate.ts';

export function SettingsButton() {
  return (
    <PanelButton
      panel="settings"
      data-visual-element="settings_button"
      icon="settings"
      label={t('settings')}
      aria-haspopup="menu"
    />
  );
}
