import * as z from 'zod/mini';
import { customDimensions } from './document-dimensions.ts';

/** The operator's names of custom dimensions, by their places. */
export const customNamesSchema = z.partialRecord(z.enum(customDimensions), z.string());
