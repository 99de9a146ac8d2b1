/**
 * The browser functions that the journey needs, for any way to drive a browser. Functions passed to
 * it run in the browser and cannot see the test's scope.
 */
export interface DrivenBrowser {
  open(url: string): Promise<void>;
  /**
   * Runs in the page.
   * @returns JSON data
   */
  inHost<Argument, Value>(run: (argument: Argument) => Value, argument: Argument): Promise<Value>;
  /** The same, in the page's first frame. */
  inPlayer<Argument, Value>(run: (argument: Argument) => Value, argument: Argument): Promise<Value>;
  /** Presses a key as a viewer would, in the page itself: one character. */
  press(key: string): Promise<void>;
  /** From now on also records the first frame's console, for browsers that do not report it. */
  listen(): Promise<void>;
  /** Errors and warnings of page and frames since the last call. */
  noise(): Promise<string[]>;
  close(): Promise<void>;
}
