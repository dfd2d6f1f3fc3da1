import { answer, findConversion, ID_FIELD, requireText, type Tools } from './answers.ts';
import { searchPages } from './search.ts';

const MOST_HITS = 20;

interface SearchArguments {
  readonly id: string;
  readonly query: string;
}

export function addSearchDocument({ server, sdk, documents, settings }: Tools): void {
  server.registerTool(
    'search_document',
    {
      title: 'Search a converted document',
      description: `Finds words in a converted document, whatever their case and accents. Returns the pages and what stands around them, at most ${MOST_HITS} places, pages with most of the words first.`,
      inputSchema: sdk.fromJsonSchema<SearchArguments>(SEARCH_SCHEMA),
      annotations: { readOnlyHint: true },
    },
    ({ id, query }) =>
      answer(settings, async () => {
        const { hits, pages } = searchPages(requireText(await findConversion(documents, id)), query, MOST_HITS);
        if (hits.length === 0) return `No page has ${JSON.stringify(query)}.`;
        const lines = hits.map(({ page, excerpt: text }) => `- page ${page}: ${text}`);
        return [`Found on ${pages} ${pages === 1 ? 'page' : 'pages'}:`, ...lines].join('\n');
      }),
  );
}

const SEARCH_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'query'],
  properties: { id: ID_FIELD, query: { type: 'string', minLength: 1, maxLength: 500, description: 'Words to find.' } },
};
