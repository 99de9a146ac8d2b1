/** Answers how the server understands the request; `offstage doctor` asks it through the proxy. */
export const requestCheckPath = '/healthz/request';
