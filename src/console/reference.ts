import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { makeAsset, type Asset } from './assets.ts';

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Scriptorium: API reference</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<main id="reference"></main>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const START = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  displayRequestDuration: true,
  persistAuthorization: true,
  tryItOutEnabled: true,
  validatorUrl: null,
});
`;

/** The API reference at `/docs`: Swagger UI from its package, on the service's own `/openapi.json`. */
export function referenceAssets(): ReadonlyMap<string, Asset> {
  const installed = createRequire(import.meta.url);
  const file = (name: string): string => readFileSync(installed.resolve(`swagger-ui-dist/${name}`), 'utf8');
  return new Map([
    ['/docs', makeAsset('text/html; charset=utf-8', PAGE)],
    ['/docs/start.js', makeAsset('text/javascript; charset=utf-8', START)],
    ['/docs/swagger-ui.css', makeAsset('text/css; charset=utf-8', file('swagger-ui.css'))],
    ['/docs/swagger-ui-bundle.js', makeAsset('text/javascript; charset=utf-8', file('swagger-ui-bundle.js'))],
  ]);
}
