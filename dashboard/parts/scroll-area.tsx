import type { ReactNode } from 'react';

/** What may be larger than its place: by keyboard it can be scrolled only if it can be focused. */
export function ScrollArea({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: WCAG 2.1.1, scrollable regions
    <section className="scroll" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
