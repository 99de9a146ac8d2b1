import type { Lane, LaneSource } from './lane.ts';

const ourSettings =
  'The built embed page, served by the real server as it is installed; telemetry on, as by default.';

const ours = [
  { id: 'ours', title: 'Offstage', runtime: 'worker', about: '.' },
  {
    id: 'ours-main',
    title: 'Offstage in the page',
    runtime: 'main',
    about: ': no workers at all, to see what they save.',
  },
  {
    id: 'ours-measured',
    title: 'Offstage, measuring itself',
    runtime: 'worker',
    about: ', and `--field-sample 100`: as one embed in ten.',
  },
] as const;

export function ourLanes(source: LaneSource): Lane[] {
  return ours.map(({ id, title, runtime, about }) => ({
    id: `${id}-${source}`,
    title,
    kind: 'ours',
    source,
    settings: `${ourSettings} runtime=${runtime}${about}`,
    control: '.big-play',
    query: `runtime=${runtime}`,
    isMeasuringItself: id === 'ours-measured',
  }));
}
