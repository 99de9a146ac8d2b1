/** What React caught for a boundary, on its way to the window. */
export class RenderError extends Error {
  /** React's own trace of components. */
  readonly componentStack: string;

  constructor(cause: unknown, componentStack: string) {
    super('The controls could not be rendered', { cause });
    this.name = 'RenderError';
    this.componentStack = componentStack;
  }
}
