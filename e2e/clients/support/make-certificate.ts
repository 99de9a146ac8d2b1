import { generate } from 'selfsigned';

/** A certificate that nobody has signed, for names that are not ours; the browser of these tests is told to take it. */
export async function makeCertificate(
  names: readonly string[],
): Promise<{ key: string; cert: string }> {
  const altNames = names.map((value) => ({ type: 2 as const, value }));
  const { private: key, cert } = await generate([{ name: 'commonName', value: names[0] }], {
    extensions: [{ name: 'subjectAltName', altNames }],
  });
  return { key, cert };
}
