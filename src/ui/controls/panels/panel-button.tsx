import type { ButtonHTMLAttributes } from 'react';
import { ControlButton, type ControlButtonProps } from '../control-button.tsx';
import { usePanel, usePlayerContext } from '../player-context.tsx';
import type { PanelName } from './panel-store.ts';

interface PanelButtonProps extends ControlButtonProps {
  panel: PanelName;
}

/** Opens and closes a panel. Hover or focus already fetches the panel's script. */
export function PanelButton({ panel, ...rest }: PanelButtonProps) {
  return <ControlButton {...usePanelToggle(panel)} {...rest} />;
}

interface PanelToggleProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  panel: PanelName;
}

/** Like `PanelButton`, with any content instead of an icon. */
export function PanelToggle({ panel, ...rest }: PanelToggleProps) {
  return <button type="button" {...usePanelToggle(panel)} {...rest} />;
}

function usePanelToggle(panel: PanelName) {
  const { panels } = usePlayerContext();
  const isOpen = usePanel((state) => state.name === panel);
  const preload = () => panels.preload(panel);
  return {
    'aria-expanded': isOpen,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: () => panels.toggle(panel),
  };
}
