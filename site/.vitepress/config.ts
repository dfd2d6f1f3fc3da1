import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defineConfig, type DefaultTheme } from 'vitepress';

const DOCS = join(import.meta.dirname, '../../docs');
const HOME = 'https://github.com/scriptorium-md/scriptorium';

const titleOf = (path: string): string => /^# (.+)$/m.exec(readFileSync(join(DOCS, path), 'utf8'))?.[1] ?? path;
const decisions = readdirSync(join(DOCS, 'decisions')).sort();

/** Where a link of a page leads on the site: files that are not part of it are in the repository. */
function place(href: string, page: string): string {
  if (/^(\w+:|#|\/)/.test(href)) return href;
  const [path, anchor] = href.split('#') as [string, string?];
  const target = join('docs', dirname(page), path);
  if (target.startsWith('docs/') && target.endsWith('.md')) return href;
  return `${HOME}/${target.endsWith('/') ? 'tree' : 'blob'}/main/${target}${anchor === undefined ? '' : `#${anchor}`}`;
}

/** The sidebar of all pages but decisions. */
const PAGES: DefaultTheme.SidebarItem[] = [
  { text: 'Start', items: [{ text: 'What do you want to do?', link: '/' }] },
  {
    text: 'Use it',
    items: [
      { text: 'Convert files: the command', link: '/command' },
      { text: 'Convert in the browser: the console', link: '/console' },
      { text: 'Call the REST API: cookbook', link: '/cookbook' },
      { text: 'Give documents to agents: MCP', link: '/mcp' },
      { text: 'Replace docling-serve', link: '/drop-in' },
      { text: 'Find out what went wrong', link: '/troubleshooting' },
    ],
  },
  {
    text: 'Run it',
    items: [
      { text: 'On one machine', link: '/machine' },
      { text: 'Install it in Kubernetes', link: '/cluster' },
      { text: 'Operate it in Kubernetes', link: '/operations' },
    ],
  },
  {
    text: 'Look it up',
    items: [
      { text: 'Options', link: '/options' },
      { text: 'Settings', link: '/settings' },
      { text: 'Errors and warnings', link: '/errors' },
      { text: 'Formats', link: '/formats' },
      { text: 'Details of the interface', link: '/interface-notes' },
      { text: 'Benchmarks', link: '/benchmarks' },
      { text: 'Comparison', link: '/comparison' },
    ],
  },
  {
    text: 'Change it',
    items: [
      { text: 'Architecture', link: '/architecture' },
      { text: 'Development', link: '/development' },
      { text: 'Decisions', link: `/decisions/${decisions[0]!.replace(/\.md$/, '')}` },
    ],
  },
];

const DECISIONS: DefaultTheme.SidebarItem[] = [
  { text: 'Change it', items: [{ text: 'Architecture', link: '/architecture' }] },
  {
    text: 'Decisions',
    items: decisions.map((file) => ({
      text: titleOf(`decisions/${file}`),
      link: `/decisions/${file.replace(/\.md$/, '')}`,
    })),
  },
];

export default defineConfig({
  // A copy of docs/, since pages find Vue only from within this folder.
  srcDir: '.docs',
  outDir: '../.cache/site',
  cacheDir: '../.cache/site-cache',
  base: '/scriptorium/',
  lang: 'en-US',
  title: 'Scriptorium',
  description: 'PDFs, Office documents, spreadsheets, scans, mail and web pages to Markdown, on your own machines.',
  rewrites: { 'README.md': 'index.md' },
  cleanUrls: true,
  markdown: {
    // The usual ones have too little contrast on the background of code.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config(md) {
      const { fence } = md.renderer.rules;
      md.renderer.rules.fence = (tokens, index, ...rest) => {
        const { info, content } = tokens[index]!;
        return info === 'mermaid'
          ? `<Diagram source="${encodeURIComponent(content)}" />`
          : fence!(tokens, index, ...rest);
      };
      md.core.ruler.push('headers-of-tables', ({ tokens }) => {
        for (const [index, token] of tokens.entries()) {
          if (token.type !== 'th_open') continue;
          // A header without text names nothing.
          if (tokens[index + 1]!.content === '') for (const cell of [token, tokens[index + 2]!]) cell.tag = 'td';
          else token.attrSet('scope', 'col');
        }
      });
      md.core.ruler.push('links-to-the-repository', ({ tokens, env }) => {
        // Before `rewrites`: links are written for the files as they lie.
        const page = String(env.relativePath).replace(/^index\.md$/, 'README.md');
        for (const token of tokens.flatMap(({ children }) => children ?? []))
          if (token.type === 'link_open') token.attrSet('href', place(token.attrGet('href')!, page));
      });
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    socialLinks: [{ icon: 'github', link: HOME }],
    editLink: { pattern: `${HOME}/edit/main/docs/:path`, text: 'Edit this page' },
    nav: [
      { text: 'Use', link: '/command' },
      { text: 'Run', link: '/machine' },
      { text: 'Reference', link: '/options' },
      { text: 'Benchmarks', link: '/benchmarks' },
    ],
    sidebar: { '/decisions/': DECISIONS, '/': PAGES },
  },
});
