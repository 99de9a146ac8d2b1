import { createRoot } from 'react-dom/client';

/** React's renderer in a script of its own: by far the largest part of the controls, compiled and run in a task of its own. */
export const createReactRoot = createRoot;
