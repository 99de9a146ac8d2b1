import type { DeniedName } from '../../../src/diagnosis/denied/denial.ts';

/** The browser's setting for the storage of third-party frames. */
export type Storage = 'allowed' | 'denied';
/** The operator's proxy's policy for workers. */
export type Workers = 'allowed' | 'refused';

export interface HostPolicy {
  name: string;
  /** @param embedOrigin origin of the frames */
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

/** `null`: not sandboxed. */
export const sandboxes = [null, 'allow-scripts', 'allow-scripts allow-same-origin'] as const;

/** One for each way to play: segments by hls.js, a file, segments by RxPlayer. */
const videoIds = ['offstage001', 'offstage002', 'offstage003'] as const;

export interface Cell {
  storage: Storage;
  policy: HostPolicy;
  workers: Workers;
  sandbox: (typeof sandboxes)[number];
  videoId: string;
}

/** A host page's frames: each video in each sandbox. */
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

/** A short description for reports. */
export function nameCell({ sandbox, videoId }: Cell): string {
  return `${sandbox === null ? 'without sandbox' : `sandbox="${sandbox}"`} (${videoId})`;
}

/** The player's own diagnosis, and the results of its host's commands. */
export interface CellReport {
  place: string;
  queue: string;
  /** Why the queue has no database. */
  queueError: string | null;
  denied: readonly DeniedName[];
  /** Differences from the expectation. */
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

/**
 * Number of frames whose console shows a refused worker: one line each, because no other kind is
 * tried after the first refusal.
 */
export function expectedRefusals(cells: readonly Cell[]): number {
  return cells.filter(({ workers }) => workers === 'refused').length;
}
