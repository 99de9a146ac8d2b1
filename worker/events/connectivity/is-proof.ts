import { isOwnServer } from './head-server.ts';

/**
 * Whether a reply to any request of the services proves that the server can be reached, as a check
 * would. A foreign page, such as the log-in page of a hotel's network, is not JSON.
 */
export function isProof({ status, headers }: Pick<Response, 'status' | 'headers'>): boolean {
  return (
    isOwnServer(status) || headers.get('content-type')?.startsWith('application/json') === true
  );
}
