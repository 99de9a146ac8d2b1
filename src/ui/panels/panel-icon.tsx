import { Outline } from '../controls/icons.tsx';

/** Icons that no control of the first screen needs. */
const paths = {
  back: 'M15.5 5.5 9 12l6.5 6.5-1.4 1.4L6.2 12l7.9-7.9z',
  close:
    'M6.4 5 12 10.6 17.6 5 19 6.4 13.4 12l5.6 5.6-1.4 1.4-5.6-5.6L6.4 19 5 17.6l5.6-5.6L5 6.4z',
  shuffle:
    'M4 6h3.2l3 4.2-1.3 1.8L6.2 8H4zm12-2.5L20.5 7 16 10.5V8h-1.8l-6.9 9.5H4v-2h2.3L13.2 6H16zm0 10L20.5 17 16 20.5V18h-2.8l-2.4-3.4 1.3-1.8 2.1 3.2H16z',
  loop: 'M7 6h9V3l5 4-5 4V8H9a3 3 0 0 0-3 3v1H4v-1a5 5 0 0 1 3-5zm13 6v1a5 5 0 0 1-5 5H8v3l-5-4 5-4v3h7a3 3 0 0 0 3-3v-1z',
  bell: 'M12 2.5a1.5 1.5 0 0 1 1.5 1.5v.4A6 6 0 0 1 18 10.2V15l2 2.5V18.5H4v-1L6 15v-4.8a6 6 0 0 1 4.5-5.8V4A1.5 1.5 0 0 1 12 2.5zM9.8 19.5h4.400a2.200 2.200 0 0 1-4.400 0z',
  watchLater:
    'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zm0 2a7 7 0 1 0 0 14 7 7 0 0 0 0-14zm-1 2.5h2v4.600l3.300 2-1 1.700-4.300-2.600z',
  check: 'M9.5 16.6 5 12.1l-1.4 1.4 5.9 5.9L20.9 8l-1.4-1.4z',
} as const;

export function PanelIcon({ name }: { name: keyof typeof paths }) {
  return <Outline name={name} path={paths[name]} />;
}
