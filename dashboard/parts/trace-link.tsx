/**
 * Downloads the trace of a session. It has no `download` attribute, so that a refusal shows its
 * reason as a page.
 * @param props.query a playback, or a document
 */
export function TraceLink({ query }: { query: { cpn: string } | { sid: string } }) {
  return (
    <a className="button" href={`trace?${new URLSearchParams(query)}`}>
      Trace
    </a>
  );
}
