import { useState } from 'react';
import { usePlayerContext } from '../../controls/player-context.tsx';
import { type ControlCalls, createControlCalls } from './create-control-calls.ts';

export function useControlCalls(): ControlCalls {
  const context = usePlayerContext();
  const [calls] = useState(() => createControlCalls(context));
  return calls;
}
