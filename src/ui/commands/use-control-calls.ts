import { useState } from 'react';
import { usePlayerContext } from '../player-context.tsx';
import { type ControlCalls, createControlCalls } from './create-control-calls.ts';

export function useControlCalls(): ControlCalls {
  const context = usePlayerContext();
  const [calls] = useState(() => createControlCalls(context));
  return calls;
}
