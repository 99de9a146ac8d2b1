import { useId, useState } from 'react';
import { formatMoment } from '../format.ts';
import type { View } from '../view.ts';
import { type Link, makeLink } from './make-link.ts';

/** Makes a read-only link to what is shown. */
export function ShareButton({ view }: { view: View }) {
  const [link, setLink] = useState<Link | null>(null);
  const id = useId();
  return (
    <>
      <button type="button" onClick={async () => setLink(await makeLink(view))}>
        Share
      </button>
      {link !== null && 'problem' in link && <p role="alert">{link.problem}</p>}
      {link !== null && 'url' in link && (
        <p className="link-made" role="status">
          <label htmlFor={id}>
            A person with this link can read the dashboard until {formatMoment(link.expiresMs)}, and
            change nothing:
          </label>
          <input
            id={id}
            readOnly
            value={link.url}
            onFocus={(event) => event.currentTarget.select()}
          />
        </p>
      )}
    </>
  );
}
