import { expose } from 'comlink';
import { createServices } from './create-services.ts';

// Only the document that made this worker can reach it, so there is no origin to check.
expose(createServices());
