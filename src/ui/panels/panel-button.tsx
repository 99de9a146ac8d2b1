import { ControlButton, type ControlButtonProps } from '../control-button.tsx';
import { usePanel, usePlayerContext } from '../player-context.tsx';
import type { PanelName } from './panel-store.ts';

interface PanelButtonProps extends ControlButtonProps {
  panel: PanelName;
}

/** Opens and closes a panel; reaching for it fetches the panel's script. */
export function PanelButton({ panel, ...rest }: PanelButtonProps) {
  const { panels } = usePlayerContext();
  const isOpen = usePanel((state) => state.name === panel);
  const preload = () => panels.preload(panel);
  return (
    <ControlButton
      aria-expanded={isOpen}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => panels.toggle(panel)}
      {...rest}
    />
  );
}
