import { type ReactNode, useId } from 'react';

interface SectionProps {
  title: string;
  /** Explanation of the figures; nothing if empty. */
  note?: string;
  className?: string;
  children: ReactNode;
}

export function Section({ title, note = '', className = '', children }: SectionProps) {
  const id = useId();
  return (
    <section className={`card ${className}`} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {note !== '' && <p className="note">{note}</p>}
      {children}
    </section>
  );
}
