import { useCallback, useEffect, useState } from 'react';
import { formatView, parseView, type View } from './view.ts';

/**
 * The view in the page's address, and a function that changes both. The browser's back and forward
 * buttons work.
 */
export function useView(onChange: (view: View) => void): [View, (changes: Partial<View>) => void] {
  const [view, setView] = useState(() => parseView(location.search));
  useEffect(() => {
    const leave = new AbortController();
    const follow = () => {
      const next = parseView(location.search);
      setView(next);
      onChange(next);
    };
    window.addEventListener('popstate', follow, { signal: leave.signal });
    return () => leave.abort();
  }, [onChange]);
  const change = useCallback(
    (changes: Partial<View>) => {
      const next = { ...view, ...changes };
      history.pushState(null, '', `${location.pathname}${formatView(next)}`);
      setView(next);
      onChange(next);
    },
    [view, onChange],
  );
  return [view, change];
}
