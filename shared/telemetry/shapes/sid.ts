// Written by `npm run docs`: change the schema.
import type { ShapesOf } from '../../tools/shape.ts';
import type { sidSchema } from '../log-batch.ts';

export const sidShape: ShapesOf<typeof sidSchema> = {
  "type": "string",
  "pattern": "^[A-Za-z0-9_-]{16,64}$"
};
