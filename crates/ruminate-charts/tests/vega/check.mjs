// Reads a spec on each line; says for each what the official schema has against it, what Vega-Lite warns of,
// how many marks Vega draws, and the picture.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const modules = process.argv[2];
const require = createRequire(join(modules, 'index.js'));
const load = (name, path) => import(pathToFileURL(join(modules, name, path)).href);
const vega = await load('vega', 'build/vega.module.js');
const vegaLite = await load('vega-lite', 'build/index.js');
const Ajv = require('ajv').default;
const ajv = new Ajv({ strict: false, allErrors: false });
require('ajv-formats').default(ajv);
ajv.addFormat('color-hex', /^#([0-9a-f]{3}|[0-9a-f]{6})$/i);
const schema = JSON.parse(readFileSync(join(modules, 'vega-lite/build/vega-lite-schema.json')));
const validate = ajv.compile(schema);

for await (const line of createInterface({ input: process.stdin })) {
  const spec = JSON.parse(line);
  const verdict = { errors: [], warnings: [], marks: 0, svg: '' };
  const warn = (...words) => (verdict.warnings.push(words.join(' ')), logger);
  const logger = { level: () => logger, error: warn, warn, info: () => logger, debug: () => logger };
  if (!validate(spec)) verdict.errors = validate.errors.map((e) => `${e.instancePath} ${e.message}`);
  else {
    const runtime = vega.parse(vegaLite.compile(spec, { logger }).spec);
    const view = new vega.View(runtime, { renderer: 'none', logger });
    verdict.svg = await view.toSVG();
    verdict.marks = (verdict.svg.match(/aria-roledescription="[^"]*mark"|<path /g) ?? []).length;
  }
  console.log(JSON.stringify(verdict));
}
