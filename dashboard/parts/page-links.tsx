import type { MouseEvent } from 'react';
import { formatView, type PageName, pages, type View } from '../view.ts';

interface PageLinksProps {
  view: View;
  /** Readers cannot open every page. */
  isReader: boolean;
  onChange(changes: Partial<View>): void;
}

/** Links to the pages of the dashboard, which keep the filters. */
export function PageLinks({ view, isReader, onChange }: PageLinksProps) {
  const follow = (event: MouseEvent, page: PageName) => {
    // The browser opens other tabs and windows itself.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (page !== view.page) onChange({ page });
  };
  const shown = (Object.keys(pages) as PageName[]).filter(
    (page) => !isReader || page !== 'webhooks',
  );
  return (
    <nav className="pages" aria-label="Pages">
      {shown.map((page) => (
        <a
          key={page}
          href={`./${formatView({ ...view, page })}`}
          aria-current={page === view.page ? 'page' : undefined}
          onClick={(event) => follow(event, page)}
        >
          {pages[page]}
        </a>
      ))}
    </nav>
  );
}
