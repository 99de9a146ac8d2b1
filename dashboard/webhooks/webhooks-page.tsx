import { useCallback, useEffect, useState } from 'react';
import { Section } from '../parts/section.tsx';
import { type Deliveries, loadDeliveries, sendMessage } from './call-webhooks.ts';
import { DeliveryTable } from './delivery-table.tsx';

/** Interval of looks for new deliveries, while the page is visible. */
const lookMs = 5_000;

/** Deliveries to the operator's receivers. It loads them itself: no filter applies. */
export function WebhooksPage({ isLive }: { isLive: boolean }) {
  const [loaded, setLoaded] = useState<Deliveries | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const load = useCallback(async () => setLoaded(await loadDeliveries()), []);
  const send = async (path: string) => {
    setProblem(await sendMessage(path));
    await load();
  };
  useEffect(() => {
    void load();
    if (!isLive) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void load();
    }, lookMs);
    return () => clearInterval(timer);
  }, [load, isLive]);

  if (loaded === null) return <p className="notice">Loading …</p>;
  if (loaded.status === 'off')
    return (
      <p className="notice">
        This server has no receivers. Start it with <code>--webhook URL</code>, and it reports new
        videos, streams, many failures, an absent store and a full disk to that address.
      </p>
    );
  if (loaded.status === 'failed')
    return (
      <p className="notice" role="alert">
        {loaded.problem}{' '}
        <button type="button" onClick={load}>
          Try again
        </button>
      </p>
    );
  return (
    <Section
      title="Deliveries"
      note="Messages of the last 30 days to your receivers, newest first. One that is not confirmed is tried again for two and a half days."
      className="wide"
    >
      <p>
        <button type="button" onClick={() => send('test')}>
          Send a test message
        </button>
      </p>
      {problem !== null && <p role="alert">{problem}</p>}
      {loaded.deliveries.length === 0 ? (
        <p className="nothing">No message has been sent yet.</p>
      ) : (
        <DeliveryTable
          deliveries={loaded.deliveries}
          onReplay={(id) => send(`replay?id=${encodeURIComponent(id)}`)}
        />
      )}
    </Section>
  );
}
