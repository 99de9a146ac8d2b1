/** The player's own icons: 24-unit outlines, drawn in the text colour. */
const paths = {
  play: 'M8 5.5v13l11-6.5z',
  pause: 'M7 5h3.6v14H7zm6.4 0H17v14h-3.6z',
  replay: 'M12 5V1.8L6.8 6.6 12 11.4V8a5.5 5.5 0 1 1-5.5 5.5h-2.6A8.1 8.1 0 1 0 12 5z',
  volume: 'M4 9.5v5h3.4L12 19V5L7.4 9.5zm11 -2.7v10.4a5.4 5.4 0 0 0 0-10.4z',
  volumeLow: 'M4 9.5v5h3.4L12 19V5L7.4 9.5zm10.6 .2v4.6a2.9 2.9 0 0 0 0-4.6z',
  muted:
    'M4 9.5v5h3.4L12 19V5L7.4 9.5zm17-0.1L19.6 8l-2.1 2.1L15.4 8 14 9.4l2.1 2.1L14 13.6l1.4 1.4 2.1-2.1 2.1 2.1 1.4-1.4-2.1-2.1z',
  captions:
    'M4 5h16a1.5 1.5 0 0 1 1.5 1.5v11A1.5 1.5 0 0 1 20 19H4a1.5 1.5 0 0 1-1.5-1.5v-11A1.5 1.5 0 0 1 4 5zm2 5v4.2h5v-1.4H7.8v-1.4H11V10zm7 0v4.2h5v-1.4h-3.2v-1.4H18V10z',
  settings:
    'M19.4 13a7.6 7.6 0 0 0 0-2l2-1.6-2-3.4-2.4 1a7.4 7.4 0 0 0-1.7-1L15 3.5h-4L10.6 6a7.4 7.4 0 0 0-1.7 1l-2.4-1-2 3.4 2 1.6a7.6 7.6 0 0 0 0 2l-2 1.6 2 3.4 2.4-1c.5.4 1.1.7 1.7 1l.4 2.5h4l.4-2.5c.6-.3 1.2-.6 1.7-1l2.4 1 2-3.4zM13 15.2a3.2 3.2 0 1 1 0-6.4 3.2 3.2 0 0 1 0 6.4z',
  fullscreen:
    'M4 9.5V4h5.5v2H6v3.5zm10.5-5.5H20v5.5h-2V6h-3.5zM6 14.5V18h3.5v2H4v-5.5zm12 0h2V20h-5.5v-2H18z',
  exitFullscreen:
    'M7.5 4h2v5.5H4v-2h3.5zm7 0h2v3.5H20v2h-5.5zM4 14.5h5.5V20h-2v-3.5H4zm10.5 0H20v2h-3.5V20h-2z',
  next: 'M6 5.5v13l9.5-6.5zm10.5 0H19v13h-2.5z',
  previous: 'M18 5.5v13L8.5 12zM5 5.5h2.5v13H5z',
  pictureInPicture:
    'M4 5h16a1.5 1.5 0 0 1 1.5 1.5v4h-2V7h-15v10H11v2H4a1.5 1.5 0 0 1-1.5-1.5v-11A1.5 1.5 0 0 1 4 5zm9.3 7.8h8.2V19h-8.2z',
  remotePlayback:
    'M4 5h16a1.5 1.5 0 0 1 1.5 1.5v9A1.5 1.5 0 0 1 20 17h-2.4l-1.7-2h3.6V7h-15v8h3.6l-1.7 2H4a1.5 1.5 0 0 1-1.5-1.5v-9A1.5 1.5 0 0 1 4 5zm8 8.6 5 5.9H7z',
  forward: 'M8.5 5.5 15 12l-6.5 6.5 1.4 1.4 7.9-7.9-7.9-7.9z',
  share: 'M13.5 4 21 11l-7.5 7v-4.2C8.6 13.8 5.4 15.3 3 19c.8-5.4 4-9.4 10.5-10.4z',
  playlist: 'M4 6h12v2H4zm0 4.5h12v2H4zM4 15h8v2H4zm10.5-1.5v7l5.5-3.5z',
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { name: IconName }) {
  return <Outline name={name} path={paths[name]} />;
}

export function Outline({ name, path }: { name: string; path: string }) {
  return (
    <svg className="icon" data-icon={name} viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
