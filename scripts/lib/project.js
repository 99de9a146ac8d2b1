import { fileURLToPath } from 'node:url';

/** The project's root directory. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Node 24, which the project brings along; whatever Node runs the scripts is only there to start it. */
export const node = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url));
