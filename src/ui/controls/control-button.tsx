import type { ButtonHTMLAttributes, ReactElement } from 'react';
import { Icon, type IconName } from './icons.tsx';

export interface ControlButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: IconName | ReactElement;
  label: string;
}

/** A button of the bar: an icon, and a label for screen readers and the tooltip. */
export function ControlButton({ icon, label, ...rest }: ControlButtonProps) {
  return (
    <button type="button" className="control" aria-label={label} title={label} {...rest}>
      {typeof icon === 'string' ? <Icon name={icon} /> : icon}
    </button>
  );
}
