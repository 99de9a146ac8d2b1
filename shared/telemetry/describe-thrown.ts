import type { ClientError } from './client-error.ts';

/**
 * Describes any thrown value. Never throws itself, although the value's getters and `toString` may.
 */
export function describeThrown(thrown: unknown): Pick<ClientError, 'type' | 'message' | 'stack'> {
  const isObject = typeof thrown === 'object' && thrown !== null;
  const read = (name: 'name' | 'message' | 'stack'): string => {
    try {
      const value: unknown =
        isObject && name in thrown ? (thrown as Record<string, unknown>)[name] : null;
      return typeof value === 'string' ? value : '';
    } catch {
      return '';
    }
  };
  return {
    type: read('name') || 'Error',
    message: read('message') || asText(thrown),
    stack: read('stack'),
  };
}

function asText(thrown: unknown): string {
  try {
    return String(thrown);
  } catch {
    return 'something that has no text was thrown';
  }
}
