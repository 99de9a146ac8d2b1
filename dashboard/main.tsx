import './dashboard.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { createReportFeed } from './report-feed.ts';
import { dropKey } from './share/drop-key.ts';
import { parseView } from './view.ts';

dropKey();

const feed = createReportFeed(
  {
    fetch: (path, init) => fetch(path, init),
    now: Date.now,
    setTimer: (run, ms) => window.setTimeout(run, ms),
    clearTimer: (timer) => window.clearTimeout(timer),
    isSeen: () => document.visibilityState === 'visible',
  },
  parseView(location.search),
);
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') feed.wake();
});
feed.wake();

const root = document.getElementById('dashboard');
if (root !== null) createRoot(root).render(<App feed={feed} />);
