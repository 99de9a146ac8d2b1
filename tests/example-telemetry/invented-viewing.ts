import { createRandom } from '../support/create-random.ts';

const random = createRandom(12);
const pick = <Name>(names: readonly Name[], first: Name) =>
  names[Math.floor(random() ** 1.5 * names.length)] ?? first;

const languages = ['en', 'en', 'de', 'fr', 'es', 'ja', ''];
const engines = ['hls.js in a worker', 'native', 'hls.js'];
const starters = ['viewer', 'player', 'host'];
const durationsSec: Readonly<Record<string, number>> = {
  offstage001: 184,
  offstage002: 96,
  offstage003: 520,
  offstage004: 47,
};
const viewersCount = 900;
/** A scene that viewers repeat, as parts of a video. */
const repeated = { from: 0.42, to: 0.5 };

/** How much of a video an invented viewer saw, and the client of the events. */
export function inventedViewing(videoId: string) {
  // A video of unknown length is live.
  const durationSec = durationsSec[videoId] ?? null;
  const visitorId = random() < 0.15 ? undefined : `visitor-${Math.floor(random() * viewersCount)}`;
  return {
    client: { clientVersion: '0.1.0', hl: pick(languages, 'en'), visitorId },
    begun: {
      ...{ isLive: durationSec === null, duration: durationSec },
      ...{ engine: pick(engines, 'native'), startedBy: pick(starters, 'viewer') },
    },
    watched: { segments: segmentsOf(durationSec ?? 240), playbackRate: 1 },
  };
}

function segmentsOf(durationSec: number): [from: number, to: number][] {
  const isLeftEarly = random() < 0.25;
  const end = isLeftEarly ? random() * 0.15 : Math.min(1, 0.2 + random() * 1.3);
  const segments: [number, number][] = [[0, Math.max(1, end * durationSec)]];
  if (end > repeated.to && random() < 0.3)
    segments.push([repeated.from * durationSec, repeated.to * durationSec]);
  return segments;
}
