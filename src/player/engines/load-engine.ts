import type { CreateEngine } from './engine.ts';
import type { EngineWay } from './select-engines.ts';

/**
 * Loads the code of an engine when a video needs it. The native engine is part of the first script.
 */
export async function loadEngine(name: Exclude<EngineWay, 'native'>): Promise<CreateEngine> {
  switch (name) {
    case 'hls.js':
      return (await import('./hls-engine.ts')).createHlsEngine;
    case 'rx-player':
      return (await import('./dash-engine.ts')).createDashEngine;
  }
}
