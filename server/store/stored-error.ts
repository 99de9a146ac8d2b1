import type * as z from 'zod';
import type { errorRowSchema } from './row-schemas.ts';

/** An error that pages have reported, each that differs once. */
export type StoredError = z.infer<typeof errorRowSchema>;
