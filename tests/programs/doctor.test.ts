import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runNginx } from '../../e2e/support/run-nginx.ts';
import { freePort } from '../unit/server/support/free-port.ts';
import { listenOnFreePort } from '../unit/server/support/listen-on-free-port.ts';
import type { Diagnosis } from '../unit/server/support/run-doctor.ts';
import { runDoctorAlone } from '../unit/server/support/run-doctor.ts';
import { startTestServer } from '../unit/server/support/start-test-server.ts';
import { tempDirectory } from '../unit/server/support/temp-directory.ts';

/** @returns a directory with `cert.pem` and `key.pem`, self-signed for that name */
function makeCertificate(name: string, ...more: string[]): string {
  const directory = tempDirectory();
  const options = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=${name}`;
  const files = ['-keyout', join(directory, 'key.pem'), '-out', join(directory, 'cert.pem')];
  const names = ['-addext', `subjectAltName=DNS:${name}`];
  execFileSync('openssl', [...options.split(' '), ...names, ...files, ...more], {
    stdio: 'ignore',
  });
  return directory;
}

/** `openssl req` makes none that has ended. */
function makeEnded(name: string): string {
  const directory = tempDirectory({
    'ca.cnf': `[ca]
default_ca = own
[own]
database = index
serial = serial
new_certs_dir = .
default_md = sha256
policy = any
x509_extensions = names
[any]
commonName = supplied
[names]
subjectAltName = DNS:${name}
`,
    index: '',
    serial: '01',
  });
  const run = (line: string) =>
    execFileSync('openssl', line.split(' '), { cwd: directory, stdio: 'ignore' });
  run(`req -new -newkey rsa:2048 -nodes -subj /CN=${name} -keyout key.pem -out csr.pem`);
  const time = '-startdate 20200101000000Z -enddate 20200201000000Z';
  run(
    `ca -batch -selfsign -config ca.cnf -keyfile key.pem -in csr.pem -out cert.pem -notext ${time}`,
  );
  return directory;
}

const right = `proxy_set_header Host $http_host;
  proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
  proxy_set_header X-Forwarded-Proto $scheme;`;

interface Site {
  certificate: string;
  headers?: string;
  /** Whether this machine trusts the certificate. */
  isTrusted?: boolean;
}

/** Runs the doctor on a server behind nginx with TLS. */
async function diagnose({
  certificate,
  headers = right,
  isTrusted = true,
}: Site): Promise<Diagnosis> {
  const server = await startTestServer();
  const port = await freePort();
  const site = `server {
    listen 127.0.0.1:${port} ssl;
    ssl_certificate ${certificate}/cert.pem;
    ssl_certificate_key ${certificate}/key.pem;
    ${headers}
    location / { proxy_pass http://127.0.0.1:${server.embedPort}; }
  }`;
  onTestFinished(await runNginx(tempDirectory(), site, port));
  const place = ['--media', tempDirectory(), '--data', tempDirectory()];
  const ports = ['--port', `${server.embedPort}`, '--demo-port', `${server.demoPort}`];
  return runDoctorAlone(
    [...place, ...ports, '--origin', `https://localhost:${port}`],
    isTrusted ? { NODE_EXTRA_CA_CERTS: join(certificate, 'cert.pem') } : {},
  );
}

test('a server behind nginx with the right headers and a valid certificate has no problem', async () => {
  const { code, findings } = await diagnose({
    certificate: makeCertificate('localhost', '-days', '90'),
  });
  expect(findings.proxy?.message).toBe(
    'Host, X-Forwarded-For and X-Forwarded-Proto arrive, from a trusted proxy.',
  );
  expect(findings.tls?.message).toMatch(
    /^The certificate of localhost is valid until \d{4}-\d\d-\d\d\.$/,
  );
  for (const name of ['address', 'proxy', 'tls', 'clock'])
    expect(findings[name], name).toMatchObject({ status: 'ok' });
  expect(code).toBe(0);
});

test.each([
  [
    'Host without its port',
    right.replace('$http_host', '$host'),
    /^The server sees the host localhost instead of localhost:\d+/,
  ],
  [
    'no X-Forwarded-Proto',
    right.replace(/proxy_set_header X-Forwarded-Proto.*;/, ''),
    /^The proxy does not send X-Forwarded-Proto/,
  ],
  ['the header of no proxy', right.replace('$scheme', 'http'), /^The proxy says http/],
])('nginx that sends %s is a problem', async (_, headers, says) => {
  const certificate = makeCertificate('localhost', '-days', '90');
  const { code, findings } = await diagnose({ certificate, headers });
  expect(findings.proxy).toMatchObject({
    status: 'problem',
    message: expect.stringMatching(says),
    fix: expect.stringContaining('in nginx: proxy_set_header'),
  });
  expect(code).toBe(1);
});

test('an http address whose port speaks TLS is reported as such, with the right address', async () => {
  const certificate = makeCertificate('localhost', '-days', '90');
  const port = await freePort();
  const site = `server {
    listen 127.0.0.1:${port} ssl;
    ssl_certificate ${certificate}/cert.pem;
    ssl_certificate_key ${certificate}/key.pem;
  }`;
  onTestFinished(await runNginx(tempDirectory(), site, port));
  const [cert, key] = ['cert.pem', 'key.pem'].map((name) => readFileSync(join(certificate, name)));
  // nginx answers http with 400, and Node closes the connection.
  const silent = await listenOnFreePort(createServer({ cert, key }, (_, answer) => answer.end()));
  for (const origin of [`http://localhost:${port}`, silent.origin]) {
    const place = ['--media', tempDirectory(), '--data', tempDirectory()];
    const { findings } = await runDoctorAlone([...place, '--origin', origin]);
    expect(findings.address).toMatchObject({
      status: 'problem',
      message: `${origin} cannot be used with http: this port speaks TLS.`,
      fix: `Use https, in embeds and as --origin: ${origin.replace('http', 'https')}.`,
    });
  }
});

const certificates: {
  what: string;
  name?: string;
  days?: string;
  hasEnded?: boolean;
  isTrusted?: boolean;
  status: string;
  says: RegExp;
}[] = [
  {
    what: 'that ends in ten days',
    days: '10',
    status: 'warning',
    says: /^The certificate of localhost expires in 9 days, on \d{4}/,
  },
  {
    what: 'that has ended',
    hasEnded: true,
    status: 'problem',
    says: /^The certificate of localhost expired on \d{4}/,
  },
  {
    what: 'of another name',
    name: 'video.example',
    status: 'problem',
    says: /^The certificate is not for localhost\.$/,
  },
  {
    what: 'that nobody signed',
    isTrusted: false,
    status: 'problem',
    says: /^The certificate of localhost is self-signed, and browsers refuse it\.$/,
  },
];

test.each(certificates)(
  'a certificate $what is a $status',
  async ({ name = 'localhost', days = '90', hasEnded = false, isTrusted, status, says }) => {
    const certificate = hasEnded ? makeEnded(name) : makeCertificate(name, '-days', days);
    const { findings } = await diagnose({
      certificate,
      ...(isTrusted !== undefined && { isTrusted }),
    });
    expect(findings.tls).toMatchObject({ status, message: expect.stringMatching(says) });
    // The rest is checked all the same.
    expect(findings.proxy).toMatchObject({ status: 'ok' });
  },
);
