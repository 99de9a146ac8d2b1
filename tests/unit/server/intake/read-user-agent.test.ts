import { expect, test } from 'vitest';
import { readUserAgent } from '../../../../server/intake/read-user-agent.ts';

const mozilla = 'Mozilla/5.0';

test.each([
  [
    `${mozilla} (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36`,
    { browser: 'Chrome', device: 'desktop' },
  ],
  [
    `${mozilla} (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0`,
    { browser: 'Firefox', device: 'desktop' },
  ],
  [
    `${mozilla} (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1`,
    { browser: 'Safari', device: 'mobile' },
  ],
  [
    `${mozilla} (iPad; CPU OS 12_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1 Mobile/15E148 Safari/604.1`,
    { browser: 'Safari', device: 'tablet' },
  ],
  [
    `${mozilla} (SMART-TV; LINUX; Tizen 6.0) AppleWebKit/537.36 (KHTML, like Gecko) 76.0.3809.146/6.0 TV Safari/537.36`,
    { browser: 'Tizen', device: 'tv' },
  ],
  [
    `${mozilla} (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`,
    { browser: 'Googlebot', device: 'bot' },
  ],
  ['curl/8.5.0', { browser: '', device: '' }],
  ['\u0000<script>', { browser: '', device: '' }],
  ['', { browser: '', device: '' }],
  [undefined, { browser: '', device: '' }],
])('the User-Agent %j is that of %j', (userAgent, known) => {
  expect(readUserAgent(userAgent)).toEqual(known);
});
