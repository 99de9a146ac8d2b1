import { type PageName, pages, type View } from '../view.ts';
import { ViewLink } from './view-link.tsx';

interface PageLinksProps {
  view: View;
  /** Readers cannot open every page. */
  isReader: boolean;
  onChange(changes: Partial<View>): void;
}

/** Links to the pages of the dashboard, which keep the filters. */
export function PageLinks({ view, isReader, onChange }: PageLinksProps) {
  const shown = (Object.keys(pages) as PageName[]).filter(
    (page) => !isReader || page !== 'webhooks',
  );
  return (
    <nav className="pages" aria-label="Pages">
      {shown.map((page) => (
        <ViewLink
          key={page}
          to={{ ...view, page }}
          isCurrent={page === view.page}
          onFollow={() => page !== view.page && onChange({ page })}
        >
          {pages[page]}
        </ViewLink>
      ))}
    </nav>
  );
}
