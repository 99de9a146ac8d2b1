// Written by `npm run docs`: change the schema.
import type { ShapesOf } from '../../tools/shape.ts';
import type { pageConfigSchema } from '../page-config-schema.ts';

export const pageConfigShape: ShapesOf<typeof pageConfigSchema> = {
  "type": "object",
  "properties": {
    "args": {
      "type": "object",
      "propertyNames": {
        "type": "string",
        "maxLength": 100
      },
      "additionalProperties": {
        "anyOf": [
          {
            "type": "string",
            "maxLength": 10000
          },
          {
            "type": "number"
          },
          {
            "type": "boolean"
          }
        ]
      }
    },
    "apiOrigin": {
      "type": "string",
      "pattern": "^https?:\\/\\/[\\w.:[\\]-]+$"
    },
    "api": {
      "type": "object",
      "propertyNames": {
        "type": "string",
        "maxLength": 100
      },
      "additionalProperties": {
        "anyOf": [
          {
            "type": "string",
            "maxLength": 10000
          },
          {
            "type": "number"
          },
          {
            "type": "boolean"
          }
        ]
      }
    },
    "probes": {
      "type": "object",
      "propertyNames": {
        "type": "string",
        "maxLength": 100
      },
      "additionalProperties": {
        "anyOf": [
          {
            "type": "string",
            "maxLength": 10000
          },
          {
            "type": "number"
          },
          {
            "type": "boolean"
          }
        ]
      }
    },
    "attrs": {
      "type": "object",
      "properties": {
        "width": {
          "anyOf": [
            {
              "type": "number",
              "minimum": 0
            },
            {
              "type": "string",
              "pattern": "^\\d{1,5}(\\.\\d{1,3})?(px|%|r?em|[dsl]?v[hw])?$"
            }
          ]
        },
        "height": {
          "anyOf": [
            {
              "type": "number",
              "minimum": 0
            },
            {
              "type": "string",
              "pattern": "^\\d{1,5}(\\.\\d{1,3})?(px|%|r?em|[dsl]?v[hw])?$"
            }
          ]
        },
        "id": {
          "type": "string",
          "pattern": "^[A-Za-z][\\w:.-]{0,99}$"
        }
      }
    },
    "assets": {
      "type": "object",
      "propertyNames": {
        "type": "string",
        "maxLength": 100
      },
      "additionalProperties": {
        "anyOf": [
          {
            "type": "string",
            "maxLength": 10000
          },
          {
            "type": "number"
          },
          {
            "type": "boolean"
          }
        ]
      }
    },
    "loaded": {
      "type": "boolean"
    },
    "webPlayerContextConfig": {
      "type": "object",
      "propertyNames": {
        "type": "string",
        "maxLength": 100
      },
      "additionalProperties": {
        "anyOf": [
          {
            "type": "string",
            "maxLength": 10000
          },
          {
            "type": "number"
          },
          {
            "type": "boolean"
          }
        ]
      }
    },
    "brand": {
      "type": "string",
      "maxLength": 100
    },
    "telemetry": {
      "type": "boolean"
    },
    "consent": {
      "type": "string",
      "enum": [
        "granted",
        "pending",
        "refused"
      ]
    },
    "private": {
      "type": "boolean"
    },
    "opaqueHosts": {
      "type": "boolean"
    },
    "playerResponse": {
      "anyOf": [
        {
          "type": "object",
          "properties": {
            "playabilityStatus": {
              "type": "object",
              "properties": {
                "status": {
                  "type": "string",
                  "enum": [
                    "OK",
                    "UNPLAYABLE",
                    "ERROR"
                  ]
                },
                "errorCode": {
                  "type": "string",
                  "maxLength": 100
                },
                "reason": {
                  "type": "string",
                  "maxLength": 1000
                },
                "needsLocation": {
                  "type": "boolean"
                }
              },
              "required": [
                "status"
              ]
            },
            "videoDetails": {
              "type": "object",
              "properties": {
                "videoId": {
                  "type": "string",
                  "pattern": "^[A-Za-z0-9_-]{11}$"
                },
                "title": {
                  "type": "string",
                  "maxLength": 5000
                },
                "author": {
                  "type": "string",
                  "maxLength": 500
                },
                "shortDescription": {
                  "type": "string",
                  "maxLength": 20000
                },
                "lengthSeconds": {
                  "type": "number",
                  "minimum": 0
                },
                "isLive": {
                  "type": "boolean"
                },
                "holdBackSec": {
                  "type": "number",
                  "minimum": 0
                },
                "width": {
                  "type": "number",
                  "minimum": 0
                },
                "height": {
                  "type": "number",
                  "minimum": 0
                }
              },
              "required": [
                "videoId",
                "title",
                "author",
                "shortDescription",
                "lengthSeconds",
                "isLive",
                "width",
                "height"
              ]
            },
            "sources": {
              "maxItems": 50,
              "type": "array",
              "items": {
                "type": "object",
                "properties": {
                  "packaging": {
                    "type": "string",
                    "enum": [
                      "hls",
                      "dash",
                      "progressive"
                    ]
                  },
                  "url": {
                    "type": "string",
                    "minLength": 1,
                    "maxLength": 2000
                  },
                  "mimeType": {
                    "type": "string",
                    "maxLength": 200
                  },
                  "drm": {
                    "maxItems": 10,
                    "type": "array",
                    "items": {
                      "type": "object",
                      "propertyNames": {
                        "type": "string"
                      },
                      "additionalProperties": {}
                    }
                  },
                  "opening": {
                    "type": "object",
                    "propertyNames": {
                      "type": "string"
                    },
                    "additionalProperties": {}
                  }
                },
                "required": [
                  "packaging",
                  "url",
                  "mimeType"
                ]
              }
            },
            "captionTracks": {
              "maxItems": 200,
              "type": "array",
              "items": {
                "type": "object",
                "properties": {
                  "languageCode": {
                    "type": "string",
                    "pattern": "^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$"
                  },
                  "label": {
                    "type": "string",
                    "maxLength": 200
                  },
                  "url": {
                    "type": "string",
                    "minLength": 1,
                    "maxLength": 2000
                  }
                },
                "required": [
                  "languageCode",
                  "label",
                  "url"
                ]
              }
            },
            "chapters": {
              "maxItems": 1000,
              "type": "array",
              "items": {
                "type": "object",
                "properties": {
                  "startSeconds": {
                    "type": "number",
                    "minimum": 0
                  },
                  "title": {
                    "type": "string",
                    "maxLength": 500
                  }
                },
                "required": [
                  "startSeconds",
                  "title"
                ]
              }
            },
            "posterUrl": {
              "anyOf": [
                {
                  "type": "string",
                  "minLength": 1,
                  "maxLength": 2000
                },
                {
                  "type": "null"
                }
              ]
            },
            "storyboardUrl": {
              "anyOf": [
                {
                  "type": "string",
                  "minLength": 1,
                  "maxLength": 2000
                },
                {
                  "type": "null"
                }
              ]
            }
          },
          "required": [
            "playabilityStatus",
            "videoDetails",
            "sources",
            "captionTracks",
            "chapters",
            "posterUrl",
            "storyboardUrl"
          ]
        },
        {
          "type": "null"
        }
      ]
    },
    "playlist": {
      "anyOf": [
        {
          "type": "object",
          "properties": {
            "playlistId": {
              "type": "string",
              "minLength": 1,
              "maxLength": 200
            },
            "title": {
              "type": "string",
              "maxLength": 5000
            },
            "videoIds": {
              "maxItems": 5000,
              "type": "array",
              "items": {
                "type": "string",
                "pattern": "^[A-Za-z0-9_-]{11}$"
              }
            }
          },
          "required": [
            "playlistId",
            "title",
            "videoIds"
          ]
        },
        {
          "type": "null"
        }
      ]
    }
  }
};
