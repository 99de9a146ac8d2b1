import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { ControlButton } from '../../controls/control-button.tsx';
import { usePlayerContext } from '../../controls/player-context.tsx';
import { t } from '../../controls/translation/translate.ts';
import { PanelIcon } from '../panel-icon.tsx';
import { watchStats } from './watch-stats.ts';

/** Stats for nerds. Measures only while shown. */
export function StatsOverlay() {
  const context = usePlayerContext();
  const [watch] = useState(() => watchStats(context));
  const rows = useSyncExternalStore(watch.subscribe, watch.getState);
  return (
    <section
      className="stats-overlay selectable"
      data-visual-element="stats_overlay"
      aria-label={t('stats')}
    >
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
            <dd>{parts(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Gives each part its own direction: `640×360` reads left to right among right-to-left words. */
function parts(value: string): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: parts are identified by position
  return value.split(/( [/·] )/).map((part, place) => <bdi key={place}>{part}</bdi>);
}
