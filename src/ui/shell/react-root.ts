import { createRoot } from 'react-dom/client';

/**
 * React's renderer is by far the largest part of the controls. In its own script, it is compiled
 * and run in its own task.
 */
export const createReactRoot = createRoot;
