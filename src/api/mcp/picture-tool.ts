import { answered, ID_FIELD, type Tools } from './answers.ts';
import { Unanswerable } from './documents.ts';

interface PictureArguments {
  readonly id: string;
  readonly page?: number;
  readonly name?: string;
}

export function addViewPicture({ server, sdk, documents, settings }: Tools): void {
  server.registerTool(
    'view_picture',
    {
      title: 'Look at a page or a picture',
      description:
        'Returns a page of a converted PDF or image as a picture, or a picture of a document by the name that it has in the Markdown, such as image-1.png. Use it where the text is not enough: for charts, drawings, and pages with warnings.',
      inputSchema: sdk.fromJsonSchema<PictureArguments>(PICTURE_SCHEMA),
      annotations: { readOnlyHint: true },
    },
    ({ id, page, name }) =>
      answered(settings, async () => {
        if ((page === undefined) === (name === undefined)) throw new Unanswerable('Name either page or name.');
        const { contentType, bytes } = await documents.picture!(id, (page ?? name)!);
        const data = Buffer.from(bytes).toString('base64');
        return { content: [{ type: 'image', mimeType: contentType, data }] };
      }),
  );
}

const PICTURE_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['id'],
  properties: {
    id: ID_FIELD,
    page: { type: 'integer', minimum: 1, description: 'The page to look at.' },
    name: { type: 'string', minLength: 1, description: 'The name of the picture in the Markdown.' },
  },
};
