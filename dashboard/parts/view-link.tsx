import type { MouseEvent, ReactNode } from 'react';
import { formatView, type View } from '../view.ts';

interface ViewLinkProps {
  /** The view that the link opens. */
  to: View;
  isCurrent?: boolean;
  onFollow(): void;
  children: ReactNode;
}

/** A link to another view, which opens without loading the page again. */
export function ViewLink({ to, isCurrent = false, onFollow, children }: ViewLinkProps) {
  const follow = (event: MouseEvent) => {
    // The browser opens other tabs and windows itself.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onFollow();
  };
  return (
    <a
      href={`./${formatView(to)}`}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={(event) => follow(event)}
    >
      {children}
    </a>
  );
}
