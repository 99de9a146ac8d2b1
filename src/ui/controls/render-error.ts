/** Carries an error from a React error boundary to the window. */
export class RenderError extends Error {
  /** React's component stack. */
  readonly componentStack: string;

  constructor(cause: unknown, componentStack: string) {
    super('The controls could not be rendered', { cause });
    this.name = 'RenderError';
    this.componentStack = componentStack;
  }
}
