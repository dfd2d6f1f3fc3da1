import type { CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { Unanswerable, type Conversion, type Documents } from './documents.ts';

/** The SDK, which is loaded where it is used. */
export type Sdk = typeof import('@modelcontextprotocol/server');

export interface ToolSettings {
  /** Kinds of `source`, such as `a public http(s) URL`. */
  readonly sources: string;
  /** For documents that come without one. */
  readonly password?: string;
  /** Takes out of messages what a host should not get. */
  readonly printable?: (text: string) => string;
}

export interface Tools {
  readonly server: McpServer;
  readonly sdk: Sdk;
  readonly documents: Documents;
  readonly settings: ToolSettings;
}

export const ID_FIELD = { type: 'string', description: 'The id that convert_document returned.' };

export const answer = (settings: ToolSettings, work: () => Promise<string>): Promise<CallToolResult> =>
  answered(settings, async () => ({ content: [{ type: 'text', text: await work() }] }));

/** An error is an answer, which the agent reads and corrects. */
export async function answered(
  { printable = (text) => text }: ToolSettings,
  work: () => Promise<CallToolResult>,
): Promise<CallToolResult> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Unanswerable)) throw error;
    return { isError: true, content: [{ type: 'text', text: printable(error.message) }] };
  }
}

export async function findConversion(documents: Documents, id: string): Promise<Conversion> {
  const conversion = await documents.get(id, true);
  if (!conversion) throw new Unanswerable(`There is no conversion ${id}. Convert the document with convert_document.`);
  return conversion;
}

export function requireText({ id, state, text }: Conversion): NonNullable<Conversion['text']> {
  if (text) return text;
  throw new Unanswerable(state === 'failed' ? `${id} could not be converted.` : `${id} is still being converted.`);
}
