/** What the journey asks of a browser, whatever drives it. Functions run where they are sent: they see nothing of the test's scope. */
export interface DrivenBrowser {
  open(url: string): Promise<void>;
  /** Runs in the page. @returns what is JSON */
  inHost<Argument, Value>(run: (argument: Argument) => Value, argument: Argument): Promise<Value>;
  /** The same in its first frame. */
  inPlayer<Argument, Value>(run: (argument: Argument) => Value, argument: Argument): Promise<Value>;
  /** As a viewer presses it, in the page itself: a character. */
  press(key: string): Promise<void>;
  /** From here on what is said in the first frame is heard too, by browsers that do not tell it themselves. */
  listen(): Promise<void>;
  /** Errors and warnings since it was asked last, of page and frames. */
  noise(): Promise<string[]>;
  close(): Promise<void>;
}
