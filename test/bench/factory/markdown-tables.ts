import { pipeTablesToHtml } from '../quality/metrics/pipe-tables.ts';

/** All tables of a Markdown text, each as HTML. */
export const tablesOfMarkdown = (markdown: string): string[] =>
  pipeTablesToHtml(markdown).match(/<table.*?<\/table>/gsu) ?? [];
