import type { ReactNode } from 'react';

/** A container that may scroll. Keyboard users can scroll it only if it is focusable. */
export function ScrollArea({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: WCAG 2.1.1, scrollable regions
    <section className="scroll" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
