interface TrustedTypePolicy {
  /** An object that sinks take for a string, as the types of the DOM do. */
  createScriptURL(url: string): string;
}

declare global {
  /** W3C Trusted Types; Firefox before 148 and Safari before 26 have none, and need none. */
  var trustedTypes:
    | {
        createPolicy(
          name: string,
          rules: {
            createScriptURL?: (url: string) => string | null;
            createHTML?: (html: string, type: string, sink: string) => string | null;
          },
        ): TrustedTypePolicy;
      }
    | undefined;
}

let policy: TrustedTypePolicy | undefined;

/**
 * An address of a script that the caller has checked, for `script.src` and `new Worker`.
 * @throws TypeError where the page's Content-Security-Policy is another than the server's, and allows no policy of this name
 */
export function trustedScriptUrl(url: string): string {
  policy ??= globalThis.trustedTypes?.createPolicy('offstage', {
    createScriptURL: (checked) => checked,
  });
  return policy?.createScriptURL(url) ?? url;
}
