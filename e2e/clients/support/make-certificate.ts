import { generate } from 'selfsigned';

/** A self-signed certificate for foreign names; these tests' browser is set to accept it. */
export async function makeCertificate(
  names: readonly string[],
): Promise<{ key: string; cert: string }> {
  const altNames = names.map((value) => ({ type: 2 as const, value }));
  const { private: key, cert } = await generate([{ name: 'commonName', value: names[0] }], {
    extensions: [{ name: 'subjectAltName', altNames }],
  });
  return { key, cert };
}
