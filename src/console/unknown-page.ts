/** The page for a path that does not exist. */
export const UNKNOWN_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Page not found – Scriptorium</title>
    <link rel="stylesheet" href="/console/style.css" />
    <link rel="icon" href="data:," />
  </head>
  <body>
    <header id="top">
      <a class="brand" href="/">Scriptorium</a>
      <nav aria-label="Console" id="places">
        <a href="/#/">Jobs</a>
        <a href="/docs">API reference</a>
      </nav>
    </header>
    <main>
      <div class="empty">
        <h1>This page does not exist</h1>
        <p>Check the address, or go to <a href="/">the console</a> or <a href="/docs">the API reference</a>.</p>
      </div>
    </main>
  </body>
</html>
`;
