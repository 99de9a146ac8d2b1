import type { Writable } from 'node:stream';
import { visibleText } from '../visible-text.ts';

type Output = Pick<Writable, 'write'>;

const originals = new WeakMap<object, object>();

/**
 * A stream to which nothing can be written that a terminal obeys. Commands get their streams in this form, so that no name, title or
 * text of a viewer needs care where it is written.
 */
export function visibleStream<Stream extends Output>(stream: Stream): Stream {
  const visible = new Proxy(stream, {
    get(target, name) {
      if (name === 'write')
        return (chunk: unknown, ...rest: unknown[]) =>
          Reflect.apply(target.write, target, [
            typeof chunk === 'string' ? visibleText(chunk) : chunk,
            ...rest,
          ]);
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  originals.set(visible, stream);
  return visible;
}

/** For what draws with commands to the terminal: a bar that moves, a question. Whatever text is in it must be made visible before. */
export function drawableStream<Stream extends Output>(stream: Stream): Stream {
  return (originals.get(stream) as Stream | undefined) ?? stream;
}
