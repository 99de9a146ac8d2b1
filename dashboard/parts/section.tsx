import { type ReactNode, useId } from 'react';

interface SectionProps {
  title: string;
  /** For links to it. */
  id?: string;
  /** Explanation of the figures; nothing if empty. */
  note?: string;
  className?: string;
  children: ReactNode;
}

export function Section({ title, id, note = '', className = '', children }: SectionProps) {
  const titleId = useId();
  return (
    <section id={id} className={`card ${className}`} aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      {note !== '' && <p className="note">{note}</p>}
      {children}
    </section>
  );
}
