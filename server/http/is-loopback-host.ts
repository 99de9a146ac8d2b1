/**
 * @param host name or address, with or without a port, as in `--host` or a `Host` header
 * @returns whether it can only mean this machine
 */
export function isLoopbackHost(host: string): boolean {
  const name =
    /^\[.*\]/.exec(host)?.[0] ?? (host.split(':').length > 2 ? host : host.replace(/:\d*$/, ''));
  return (
    name.toLowerCase() === 'localhost' ||
    name === '::1' ||
    name === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(name)
  );
}
