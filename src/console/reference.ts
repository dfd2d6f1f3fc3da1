import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { makeAsset, pageScript, type Asset } from './assets.ts';

/** The interface, and what is served beside it. */
const PAGES = {
  '/docs': { title: 'API reference', other: '<a href="/docs/more">Convert in one call, list jobs, delete data</a>' },
  '/docs/more': { title: 'One call and more', other: '<a href="/docs">API reference of the interface</a>' },
} as const;

const pageOf = ({ title, other }: (typeof PAGES)[keyof typeof PAGES]): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Scriptorium: ${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<p style="max-width: 1460px; margin: 1.5rem auto 0; padding: 0 20px; font: 14px sans-serif">
Click <b>Authorize</b> and enter your API key. You can then run every example from top to bottom: an upload created here receives a sample page, and the IDs in the examples refer to the resources that you created last. See also: ${other}.
</p>
<main id="reference"></main>
<script src="/docs/swagger-ui-bundle.js"></script>
<script type="module" src="/docs/reference.js"></script>
</body>
</html>
`;

/** The API reference at `/docs` and `/docs/more`: Swagger UI, from its package or as the build copied it. */
export function referenceAssets(): ReadonlyMap<string, Asset> {
  const compiled = import.meta.url.endsWith('.js');
  const file = (name: string): string =>
    readFileSync(
      compiled
        ? new URL(`./swagger-ui/${name}`, import.meta.url)
        : createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`),
      'utf8',
    );
  return new Map([
    ...Object.entries(PAGES).map(
      ([path, page]) => [path, makeAsset('text/html; charset=utf-8', pageOf(page))] as const,
    ),
    ['/docs/reference.js', makeAsset('text/javascript; charset=utf-8', pageScript('reference'))],
    ['/docs/sample-pdf.js', makeAsset('text/javascript; charset=utf-8', pageScript('sample-pdf'))],
    ['/docs/swagger-ui.css', makeAsset('text/css; charset=utf-8', file('swagger-ui.css'))],
    ['/docs/swagger-ui-bundle.js', makeAsset('text/javascript; charset=utf-8', file('swagger-ui-bundle.js'))],
  ]);
}
