import { intake } from '../../../intake.ts';

export async function deliveredSeqs(sid: string): Promise<number[]> {
  const { requests } = await intake.state();
  return requests
    .filter(({ answer, batch }) => answer === 'ok' && batch.sid === sid)
    .flatMap(({ batch }) => batch.events.map((event) => event.seq))
    .toSorted((a, b) => a - b);
}
