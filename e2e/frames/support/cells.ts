import type { DeniedName } from '../../../src/diagnosis/denied/denial.ts';

/** What the viewer's browser does with what other sites would keep in a page. */
export type Storage = 'allowed' | 'denied';
/** What the operator's proxy says of workers. */
export type Workers = 'allowed' | 'refused';

export interface HostPolicy {
  name: string;
  /** @param embedOrigin where the frames come from */
  headers: (embedOrigin: string) => Record<string, string>;
  isCredentialless: boolean;
}

const embedder = (value: string) => ({
  name: `Cross-Origin-Embedder-Policy: ${value}`,
  headers: () => ({ 'cross-origin-embedder-policy': value }),
  isCredentialless: false,
});

export const hostPolicies: readonly HostPolicy[] = [
  { name: 'no policy', headers: () => ({}), isCredentialless: false },
  {
    name: 'a Content-Security-Policy with frame-src',
    headers: (embedOrigin) => ({
      'content-security-policy': `default-src 'none'; script-src 'unsafe-inline'; img-src data:; frame-src ${embedOrigin}`,
    }),
    isCredentialless: false,
  },
  embedder('require-corp'),
  embedder('credentialless'),
  { name: 'credentialless frames', headers: () => ({}), isCredentialless: true },
];

/** `null`: no sandbox. */
export const sandboxes = [null, 'allow-scripts', 'allow-scripts allow-same-origin'] as const;

/** One each of: segments by hls.js, a file, segments by RxPlayer. */
const videoIds = ['offstage001', 'offstage002', 'offstage003'] as const;

export interface Cell {
  storage: Storage;
  policy: HostPolicy;
  workers: Workers;
  sandbox: (typeof sandboxes)[number];
  videoId: string;
}

/** A host page's frames. Each video comes in each sandbox. */
export function cellsOf(storage: Storage, policy: HostPolicy, workers: Workers): Cell[] {
  const turn = hostPolicies.indexOf(policy) + (workers === 'allowed' ? 0 : 1);
  return sandboxes.map((sandbox, index) => ({
    storage,
    policy,
    workers,
    sandbox,
    videoId: videoIds[(index + turn) % videoIds.length] ?? '',
  }));
}

/** A sentence's worth, for reports. */
export function nameCell({ sandbox, videoId }: Cell): string {
  return `${sandbox === null ? 'without sandbox' : `sandbox="${sandbox}"`} (${videoId})`;
}

/** What a player says of itself, and what came of what its host asked. */
export interface CellReport {
  place: string;
  queue: string;
  /** Why the queue has no database. */
  queueError: string | null;
  denied: readonly DeniedName[];
  /** What went otherwise than it should. */
  wrong: readonly string[];
}

export function expectedReport({ storage, policy, workers, sandbox }: Cell): CellReport {
  const isOpaque = sandbox === 'allow-scripts';
  const canStore = storage === 'allowed' && !isOpaque;
  const worker = isOpaque ? 'blob-worker' : 'worker';
  const denied: [DeniedName, boolean][] = [
    ['origin', isOpaque],
    ['storage', !canStore],
    ['cookies', !canStore],
    ['locks', !canStore],
    ['lasting-storage', policy.isCredentialless && !isOpaque],
    ['worker-url', isOpaque && workers === 'allowed'],
    ['worker', workers === 'refused'],
    ['visitor-id', isOpaque],
  ];
  return {
    place: workers === 'refused' ? 'page' : worker,
    queue: canStore ? 'indexeddb' : 'memory',
    queueError: canStore ? null : 'AUTH_INVALID',
    denied: denied.filter(([, isDenied]) => isDenied).map(([name]) => name),
    wrong: [],
  };
}

/** In how many frames the browser says on the console that a worker was refused: of each the first, after which no other is tried. */
export function expectedRefusals(cells: readonly Cell[]): number {
  return cells.filter(({ workers }) => workers === 'refused').length;
}
