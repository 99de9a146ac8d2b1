import { describe, expect, test } from 'vitest';
import { toModule } from '../../scripts/lib/react-as-modules.js';

describe('React’s CommonJS', () => {
  test('becomes a module with named imports and exports', () => {
    const module = toModule(
      [
        'var Scheduler = require("scheduler"),',
        '  React = require("react");',
        'exports.createRoot = function () { return Scheduler.run(React.use, React.use); };',
        'if (typeof performance === "object") {',
        '  exports.now = function () { return 1; };',
        '} else exports.now = function () { return exports.now.x; };',
      ].join('\n'),
      'a.js',
    );
    expect(module).toContain("import * as Scheduler from 'scheduler';");
    expect(module).toContain("import * as React from 'react';");
    expect(module).toContain(
      'const $createRoot = function () { return Scheduler.run(React.use, React.use); };',
    );
    expect(module).toContain('let $now;');
    expect(module).toContain('return $now.x;');
    expect(module).toContain('export { $createRoot as createRoot, $now as now };');
  });

  test.each([
    'if (x) module.exports = require("./cjs/a.js");',
    'exports.a = 1; const later = require(name);',
    'exports["a"] = 1;',
  ])('makes the build fail with a message when it has another form: %s', (code) => {
    expect(() => toModule(code, 'react/new.js')).toThrow('react/new.js is not the CommonJS that');
  });
});
