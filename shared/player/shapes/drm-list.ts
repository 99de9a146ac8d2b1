// Written by `npm run docs`: change the schema.
import type { ShapesOf } from '../../tools/shape.ts';
import type { drmListSchema } from '../drm.ts';

export const drmListShape: ShapesOf<typeof drmListSchema> = {
  "maxItems": 10,
  "type": "array",
  "items": {
    "type": "object",
    "properties": {
      "keySystem": {
        "type": "string",
        "enum": [
          "org.w3.clearkey",
          "com.widevine.alpha",
          "com.microsoft.playready",
          "com.apple.fps"
        ]
      },
      "licenseUrl": {
        "type": "string",
        "minLength": 1,
        "maxLength": 2000
      },
      "headers": {
        "type": "object",
        "propertyNames": {
          "type": "string",
          "minLength": 1,
          "maxLength": 100
        },
        "additionalProperties": {
          "type": "string",
          "maxLength": 4000
        }
      },
      "certificateUrl": {
        "type": "string",
        "minLength": 1,
        "maxLength": 2000
      }
    },
    "required": [
      "keySystem",
      "licenseUrl"
    ]
  }
};
