import { type BlockFate, needs, of } from './block-fate.ts';

/** Every block in one of these languages has the same test. */
export const runByLanguage: Readonly<Record<string, string>> = {
  json: 'tests/unit/documented-schemas.test.ts',
  mermaid: 'e2e/docs-links.test.ts',
};

const [pages, commands, curl, proxies] = [
  'e2e/documented-pages.test.ts',
  'e2e/documented-commands.test.ts',
  'e2e/documented-curl.test.ts',
  'tests/programs/documented-proxies.ts',
];
const [tutorial, privatePages] = ['e2e/tutorial.test.ts', 'e2e/documented-private.test.ts'];
const [cluster, store] = ['e2e/cluster/support/nginx.ts', 'e2e/cluster/support/start-store.ts'];
const clusterFiles = 'tests/unit/cluster-files.test.ts';
const signing = 'tests/unit/server/access/guard/sign-embed.test.ts';
const release =
  'it changes this repository or publishes on npm; a maintainer runs it once a version';
const system = 'it changes the system of the machine, as root';
const output = 'it shows output, not code';
const rounds = 'it runs whole suites for hours; `npm test` checks that the commands exist';

/** Two blocks of docs/sdk.md begin alike. */
const script = `<div id="player"></div>
<script src="https://your.host/iframe_api"></script>
<script>
  function onYouTubeIframeAPIReady() {
`;

export const blockFates: readonly BlockFate[] = [
  ...of('README.md', {
    'npm start ': ['runIn', 'e2e/first-minutes/readme.test.ts'],
    '<iframe': ['runIn', pages],
    '<div id="player"': ['runIn', pages],
    'curl localhost:4400/telemetry/summary': ['runIn', curl],
  }),
  ...of('docs/command-line.md', {
    'npx offstage COMMAND': ['notRun', 'COMMAND stands for any command; the next blocks run each'],
    'npx offstage add holiday.mov': ['runIn', commands],
    'npx offstage edit boardmeet01': ['runIn', commands],
    'npx offstage list': ['runIn', commands],
    'npx offstage live show': [
      'notRun',
      'each waits for a sender at a fixed port, or plays a film to its end; e2e/offstage-live.test.ts runs all three with free ports',
    ],
    'npx offstage publish': ['runIn', commands],
    'npx offstage token': ['runIn', commands],
    'npx offstage export': ['runIn', commands],
    'npx offstage backup': ['runIn', commands],
    'npx offstage rebuild': ['runIn', commands],
    'npx offstage migrate': needs('a PostgreSQL at db.example'),
    'npx offstage doctor': needs(
      'a public address; tests/programs/doctor.test.ts runs the command',
    ),
    '# in ~/.bashrc': ['runIn', commands],
  }),
  ...of('docs/doctor.md', {
    'npx offstage doctor': needs(
      'a public address; tests/programs/doctor.test.ts runs the command',
    ),
    'ok       port': ['notRun', output],
  }),
  ...of('docs/host-api.md', {
    "const iframe = document.querySelector('iframe')": ['runIn', pages],
    '<iframe allow=': ['notRun', 'the rest of the frame is left out: it shows one attribute'],
  }),
  ...of('docs/live-streams.md', {
    'ffmpeg -i INPUT': [
      'notRun',
      'it needs a source of the reader’s own; e2e/live-streams.test.ts runs ffmpeg like this',
    ],
  }),
  ...of('docs/page-api.md', {
    'await offstage.ready': ['runIn', pages],
    '<script>': [
      'notRun',
      'it is two parts of a page of the provider; its JSON matches its schema',
    ],
    'const answer = await offstage.api': ['runIn', pages],
  }),
  ...of('docs/publishing.md', {
    'npm version': ['notRun', release],
    'git commit': ['notRun', release],
    'npm run pack': ['notRun', release],
    'npx --yes --package': ['notRun', release],
    'npm publish dist/packages/offstage-sdk-0.2.0.tgz\n': ['notRun', release],
  }),
  ...of('docs/schemas.md', {
    'curl localhost:4400/schemas': ['runIn', curl],
    'import { Ajv2020 }': ['runIn', 'tests/unit/documented-schemas.test.ts'],
  }),
  ...of('docs/sdk.md', {
    [`${script}    const player`]: ['runIn', pages],
    [`${script}    new YT.Player`]: ['runIn', privatePages],
    '<script type="module" src="https://your.host/sdk/offstage-player.js"': ['runIn', privatePages],
    '<style>offstage-player': ['runIn', pages],
    'import { Player, PlayerState }': ['runIn', pages],
    'import { onCLS, onINP, onLCP }': ['runIn', pages],
    'npm install': [
      'notRun',
      'its version is the reader’s; e2e/first-minutes/npm-packages.test.ts installs the package',
    ],
    "import '@offstage/sdk/react'": [
      'notRun',
      'it needs the packages of a React project; e2e/first-minutes/npm-packages.test.ts compiles one',
    ],
    '<script src="https://your.host/sdk/iframe-api-': [
      'notRun',
      'HASH and the integrity are those of the reader’s build',
    ],
  }),
  ...of('docs/self-hosting/dimensions.md', {
    '<iframe': ['runIn', 'e2e/custom-dimensions.test.ts'],
  }),
  ...of('docs/self-hosting.md', {
    'npm start -- --port': [
      'notRun',
      'its ports may be in use here; e2e/first-minutes/readme.test.ts starts the server',
    ],
    'npx offstage serve': [
      'notRun',
      'its ports may be in use here; e2e/first-minutes/npm-packages.test.ts starts the package',
    ],
    'docker build': [
      'notRun',
      'it needs Docker and its registry; e2e/first-minutes/packaging.test.ts builds the image',
    ],
    'cd packaging': [
      'notRun',
      'it needs Docker and its registry; tests/programs/compose.test.ts runs the containers’ commands',
    ],
    'docker compose exec -T postgres pg_dump': ['runIn', 'tests/programs/compose-files.ts'],
    'docker compose stop offstage': ['runIn', 'tests/programs/compose-files.ts'],
    'git clone REPOSITORY': ['notRun', `${system}; tests/programs/systemd.test.ts checks the unit`],
  }),
  ...of('docs/self-hosting/operations.md', {
    'scrape_configs:': needs('a Prometheus'),
    'livenessProbe:': needs('a Kubernetes'),
    'npx offstage backup': [
      'notRun',
      `the same as in docs/command-line.md, which ${commands} runs`,
    ],
  }),
  ...of('docs/self-hosting/privacy.md', {
    'npm run sign': needs('VIDEO_ID; tests/unit/server/access/guard/sign-embed.test.ts signs'),
    '# shell': ['runIn', signing],
    '// Node': ['runIn', signing],
  }),
  ...of('docs/self-hosting/proxies.md', {
    'upstream offstage {\n  server 127.0.0.1': ['runIn', proxies],
    'video.example {': ['runIn', proxies],
    'npx offstage token --data data   ': needs(
      'a domain; tests/unit/server/operator/telemetry runs a proxied request with the token',
    ),
    'upstream offstage {\n  # After': ['runIn', cluster],
    '# A dead process': ['runIn', cluster],
  }),
  ...of('docs/self-hosting/clickhouse.md', {
    'clickhouse-client --query': needs(
      'a password; tests/programs/clickhouse.test.ts starts servers with such an address',
    ),
    'SELECT name, count()': ['runIn', 'tests/programs/clickhouse.test.ts'],
    'SELECT error, count()': ['runIn', 'tests/programs/clickhouse.test.ts'],
    'npm start -- --store postgres://offstage:PASSWORD@pg1': needs(
      'five machines; e2e/cluster/clickhouse.test.ts starts servers with such addresses',
    ),
    '<clickhouse>': ['runIn', 'e2e/cluster/support/start-clickhouse-cluster.ts'],
  }),
  ...of('docs/self-hosting/parquet.md', {
    'AWS_ACCESS_KEY_ID=KEY': needs(
      'a bucket; tests/programs/parquet.test.ts starts servers with one of Swift',
    ),
    'offstage/day=2026-11-30': ['notRun', output],
    'SELECT name, count(*)': ['runIn', 'tests/programs/parquet.test.ts'],
    'SELECT count(*)': ['runIn', 'tests/programs/parquet.test.ts'],
  }),
  ...of('docs/self-hosting/cluster.md', {
    '# On each of the three machines': ['notRun', system],
    'ETCD_NAME=pg1': ['runIn', clusterFiles],
    'PATRONI_NAME=pg1': ['runIn', clusterFiles],
    'NAME=pg1': ['runIn', clusterFiles],
    'cd packaging/cluster\ndocker compose --file store.yaml': [
      'notRun',
      `it needs Docker and its registry; ${store} runs the containers’ commands`,
    ],
    'OFFSTAGE_STORE=postgres://offstage:PASSWORD@10.0.0.21': ['runIn', clusterFiles],
    'cd packaging/cluster\nmkdir tls': [
      'notRun',
      `it needs Docker and its registry; tests/programs/compose-files.ts runs the containers’ commands`,
    ],
    'export PGHOST': ['runIn', store],
    "OFFSTAGE_STORE='postgres://offstage:PASSWORD@10.0.0.21": needs(
      `three machines; ${store} starts servers with such a URL`,
    ),
    'npm start -- --store postgres://offstage@10.0.0.21': needs(
      'six machines; tests/unit/server/postgres/several-stores.test.ts starts servers with two stores',
    ),
  }),
  ...of('docs/self-hosting/stores.md', {
    createuser: needs('a PostgreSQL that it changes'),
    'npx offstage migrate': needs('a PostgreSQL'),
  }),
  ...of('docs/sharing.md', { "curl 'https://player.example/oembed": ['runIn', curl] }),
  ...of('docs/tutorial.md', {
    'git clone REPOSITORY offstage': [
      'notRun',
      'REPOSITORY is the reader’s; e2e/first-minutes/readme.test.ts runs npm start in a fresh copy',
    ],
    'cat > words.vtt': ['runIn', tutorial],
    'npx offstage token --data data\nnpx': ['runIn', tutorial],
    '{\n\t# A certificate authority': ['runIn', tutorial],
    'caddy run': ['runIn', tutorial],
    'npx offstage sign': ['runIn', tutorial],
    '<!doctype html>': ['runIn', tutorial],
    'npx offstage token --data data --show': ['runIn', tutorial],
    'curl --insecure': ['runIn', tutorial],
    'npx offstage doctor': ['runIn', tutorial],
  }),
  ...of('docs/static-hosting.md', {
    'npx offstage publish': ['runIn', commands],
    'server {': [
      'notRun',
      'its files are those of the reader’s host; e2e/static-hosting includes the same nginx.conf',
    ],
    'npm run docs:site': [
      'notRun',
      'it builds the documents; tests/unit/docs.test.ts runs the same command into another folder',
    ],
  }),
  ...of('docs/styling.md', { ':root {': ['runIn', pages] }),
  ...of('docs/telemetry.md', { 'curl ': ['runIn', curl] }),
  ...of('docs/testing.md', {
    'types │': ['notRun', output],
    "test('a batch": ['notRun', 'it shows how a test is named'],
    'browser stood': ['notRun', output],
    'npm run test:repeat': ['notRun', rounds],
    'npm run test:mutants': ['notRun', rounds],
  }),
];
