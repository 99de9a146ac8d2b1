import type { Delivery } from '../../shared/telemetry/webhook-delivery.ts';
import { formatCount, formatMoment } from '../format.ts';
import { ScrollArea } from '../parts/scroll-area.tsx';

interface DeliveryTableProps {
  deliveries: readonly Delivery[];
  /** @param id of a message, which goes to all receivers again */
  onReplay(id: string): void;
}

export function DeliveryTable({ deliveries, onReplay }: DeliveryTableProps) {
  return (
    <ScrollArea label="List of deliveries">
      <table className="deliveries">
        <thead>
          <tr>
            <th scope="col">Message</th>
            <th scope="col">Made</th>
            <th scope="col">Receiver</th>
            <th scope="col">State</th>
            <th scope="col">Attempts</th>
            <th scope="col">Action</th>
          </tr>
        </thead>
        <tbody>
          {deliveries.map((delivery) => (
            <tr key={`${delivery.id} ${delivery.url}`} data-state={delivery.state}>
              <th scope="row">
                <details>
                  <summary>{delivery.type}</summary>
                  <code>{delivery.body}</code>
                </details>
              </th>
              <td>{formatMoment(delivery.createdMs)}</td>
              <td>{receiverOf(delivery.url)}</td>
              <td>
                {stateOf(delivery)}
                {delivery.problem !== null && <small>{delivery.problem}</small>}
              </td>
              <td>{formatCount(delivery.attempts)}</td>
              <td>
                <button
                  type="button"
                  aria-label={`Send again to all receivers: ${delivery.type}`}
                  onClick={() => onReplay(delivery.id)}
                >
                  Send again
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

/** Without the path, which may contain a secret. */
function receiverOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}

function stateOf({ state, status, attempts, dueMs }: Delivery): string {
  if (state === 'delivered') return `Delivered (${status})`;
  if (state === 'given_up') return 'Given up';
  if (attempts === 0 || dueMs === null) return 'Waiting';
  return `Next attempt ${formatMoment(dueMs)}`;
}
