import { useState, useSyncExternalStore } from 'react';
import { ControlButton } from '../control-button.tsx';
import { t } from '../messages/translate.ts';
import { PanelIcon } from '../panels/panel-icon.tsx';
import { usePlayerContext } from '../player-context.tsx';
import { watchStats } from './watch-stats.ts';

/** Stats for nerds. It measures only as long as it is there. */
export function StatsOverlay() {
  const context = usePlayerContext();
  const [watch] = useState(() => watchStats(context));
  const rows = useSyncExternalStore(watch.subscribe, watch.getState);
  return (
    <section className="stats-overlay selectable" data-visual-element="stats_overlay" aria-label={t('stats')}>
      <ControlButton
        data-visual-element="stats_close_button"
        icon={<PanelIcon name="close" />}
        label={t('close')}
        onClick={context.panels.toggleStats}
      />
      <dl dir="ltr">
        {rows.map(([key, value]) => (
          <div key={key}>
            <dt>{t(key)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
