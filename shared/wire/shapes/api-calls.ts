// Written by `npm run docs`: change the schema.
import type { ShapesOf } from '../../tools/shape.ts';
import type { apiCallSchemas } from '../api-schemas.ts';

export const apiCallShapes: ShapesOf<typeof apiCallSchemas> = {
  "subscribe": {
    "fields": {
      "type": "object",
      "properties": {
        "channelIds": {
          "minItems": 1,
          "maxItems": 200,
          "type": "array",
          "items": {
            "type": "string",
            "pattern": "^[\\w.:@-]{1,200}$"
          }
        },
        "siloName": {
          "type": "string",
          "maxLength": 4000
        },
        "params": {
          "type": "string",
          "maxLength": 4000
        }
      },
      "required": [
        "channelIds"
      ]
    },
    "reply": {
      "type": "object",
      "properties": {
        "channelIds": {
          "type": "array",
          "items": {
            "type": "string",
            "pattern": "^[\\w.:@-]{1,200}$"
          }
        }
      },
      "required": [
        "channelIds"
      ]
    }
  },
  "unsubscribe": {
    "fields": {
      "type": "object",
      "properties": {
        "channelIds": {
          "minItems": 1,
          "maxItems": 200,
          "type": "array",
          "items": {
            "type": "string",
            "pattern": "^[\\w.:@-]{1,200}$"
          }
        },
        "siloName": {
          "type": "string",
          "maxLength": 4000
        },
        "params": {
          "type": "string",
          "maxLength": 4000
        }
      },
      "required": [
        "channelIds"
      ]
    },
    "reply": {
      "type": "object",
      "properties": {
        "channelIds": {
          "type": "array",
          "items": {
            "type": "string",
            "pattern": "^[\\w.:@-]{1,200}$"
          }
        }
      },
      "required": [
        "channelIds"
      ]
    }
  },
  "feedback": {
    "fields": {
      "type": "object",
      "properties": {
        "feedbackTokens": {
          "minItems": 1,
          "maxItems": 200,
          "type": "array",
          "items": {
            "type": "string",
            "minLength": 1,
            "maxLength": 4000
          }
        },
        "feedbackContext": {
          "type": "object",
          "properties": {
            "cpn": {
              "type": "string",
              "pattern": "^[\\w.:@-]{1,200}$"
            }
          },
          "required": [
            "cpn"
          ]
        },
        "isFeedbackTokenUnencrypted": {
          "type": "boolean"
        },
        "shouldMerge": {
          "type": "boolean"
        }
      },
      "required": [
        "feedbackTokens"
      ]
    },
    "reply": {
      "type": "object",
      "properties": {
        "feedbackResponses": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "isProcessed": {
                "type": "boolean"
              },
              "reason": {
                "type": "string",
                "enum": [
                  "UNKNOWN_TOKEN",
                  "EXPIRED_TOKEN",
                  "GIVEN_BEFORE"
                ]
              },
              "undoToken": {
                "type": "string",
                "minLength": 1,
                "maxLength": 4000
              }
            },
            "required": [
              "isProcessed"
            ]
          }
        }
      },
      "required": [
        "feedbackResponses"
      ]
    }
  },
  "modifyNotificationPreference": {
    "fields": {
      "type": "object",
      "properties": {
        "params": {
          "type": "string",
          "minLength": 1,
          "maxLength": 4000
        },
        "secondaryParams": {
          "type": "string",
          "maxLength": 4000
        }
      },
      "required": [
        "params"
      ]
    },
    "reply": {
      "type": "object",
      "properties": {
        "params": {
          "type": "string",
          "maxLength": 4000
        },
        "secondaryParams": {
          "type": "string",
          "maxLength": 4000
        }
      },
      "required": [
        "params",
        "secondaryParams"
      ]
    }
  },
  "editPlaylist": {
    "fields": {
      "type": "object",
      "properties": {
        "actions": {
          "minItems": 1,
          "maxItems": 200,
          "type": "array",
          "items": {
            "anyOf": [
              {
                "type": "object",
                "properties": {
                  "action": {
                    "type": "string",
                    "const": "ACTION_ADD_VIDEO"
                  },
                  "addedVideoId": {
                    "type": "string",
                    "pattern": "^[A-Za-z0-9_-]{11}$"
                  }
                },
                "required": [
                  "action",
                  "addedVideoId"
                ]
              },
              {
                "type": "object",
                "properties": {
                  "action": {
                    "type": "string",
                    "const": "ACTION_REMOVE_VIDEO_BY_VIDEO_ID"
                  },
                  "removedVideoId": {
                    "type": "string",
                    "pattern": "^[A-Za-z0-9_-]{11}$"
                  }
                },
                "required": [
                  "action",
                  "removedVideoId"
                ]
              }
            ]
          }
        },
        "params": {
          "type": "string",
          "maxLength": 4000
        },
        "playlistId": {
          "type": "string",
          "pattern": "^[\\w.:@-]{1,200}$"
        }
      },
      "required": [
        "actions",
        "playlistId"
      ]
    },
    "reply": {
      "type": "object",
      "properties": {
        "playlistId": {
          "type": "string",
          "pattern": "^[\\w.:@-]{1,200}$"
        },
        "videoIds": {
          "type": "array",
          "items": {
            "type": "string",
            "pattern": "^[A-Za-z0-9_-]{11}$"
          }
        }
      },
      "required": [
        "playlistId",
        "videoIds"
      ]
    }
  },
  "getSharePanel": {
    "fields": {
      "type": "object",
      "properties": {
        "serializedSharedEntity": {
          "type": "string",
          "minLength": 1,
          "maxLength": 4000
        },
        "clientParams": {
          "type": "string",
          "maxLength": 4000
        },
        "includeListId": {
          "type": "boolean"
        }
      },
      "required": [
        "serializedSharedEntity"
      ]
    },
    "reply": {
      "type": "object",
      "properties": {
        "title": {
          "type": "string",
          "maxLength": 5000
        },
        "url": {
          "type": "string",
          "maxLength": 2000,
          "pattern": "^https?:\\/\\/"
        },
        "embedUrl": {
          "type": "string",
          "maxLength": 2000,
          "pattern": "^https?:\\/\\/"
        },
        "embedCode": {
          "type": "string",
          "maxLength": 10000
        }
      },
      "required": [
        "title",
        "url",
        "embedUrl",
        "embedCode"
      ]
    }
  },
  "getWebPlayerSharePanel": {
    "fields": {
      "type": "object",
      "properties": {
        "serializedSharedEntity": {
          "type": "string",
          "minLength": 1,
          "maxLength": 4000
        },
        "clientParams": {
          "type": "string",
          "maxLength": 4000
        },
        "includeListId": {
          "type": "boolean"
        }
      },
      "required": [
        "serializedSharedEntity"
      ]
    },
    "reply": {
      "type": "object",
      "properties": {
        "title": {
          "type": "string",
          "maxLength": 5000
        },
        "url": {
          "type": "string",
          "maxLength": 2000,
          "pattern": "^https?:\\/\\/"
        },
        "embedUrl": {
          "type": "string",
          "maxLength": 2000,
          "pattern": "^https?:\\/\\/"
        },
        "embedCode": {
          "type": "string",
          "maxLength": 10000
        }
      },
      "required": [
        "title",
        "url",
        "embedUrl",
        "embedCode"
      ]
    }
  },
  "getDatasyncIds": {
    "fields": {
      "type": "object",
      "properties": {}
    },
    "reply": {
      "type": "object",
      "properties": {
        "datasyncIds": {
          "type": "array",
          "items": {
            "type": "string",
            "maxLength": 200
          }
        }
      },
      "required": [
        "datasyncIds"
      ]
    }
  }
};
