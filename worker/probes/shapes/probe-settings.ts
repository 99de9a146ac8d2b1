// Written by `npm run docs`: change the schema.
import type { ShapesOf } from '../../../shared/tools/shape.ts';
import type { probeSettingsSchema } from '../probe-settings-schema.ts';

export const probeSettingsShape: ShapesOf<typeof probeSettingsSchema> = {
  "type": "object",
  "properties": {
    "botDetection": {
      "type": "string",
      "minLength": 1,
      "maxLength": 2000
    },
    "adStatus": {
      "type": "string",
      "minLength": 1,
      "maxLength": 2000
    }
  }
};
