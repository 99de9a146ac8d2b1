import type { CreateEngine } from './engine.ts';
import type { EngineWay } from './select-engines.ts';

/** The code of an engine, fetched only when a video needs it. The native engine needs no fetching. */
export async function loadEngine(name: Exclude<EngineWay, 'native'>): Promise<CreateEngine> {
  switch (name) {
    case 'hls.js':
      return (await import('./hls-engine.ts')).createHlsEngine;
    case 'rx-player':
      return (await import('./dash-engine.ts')).createDashEngine;
  }
}
