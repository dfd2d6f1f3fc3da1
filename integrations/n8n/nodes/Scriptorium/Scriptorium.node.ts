import {
  NodeConnectionTypes,
  NodeOperationError,
  type IDataObject,
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
} from 'n8n-workflow';

/** Converts the file or URL of each item to Markdown. */
export class Scriptorium implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Scriptorium',
    name: 'scriptorium',
    icon: 'file:scriptorium.svg',
    group: ['transform'],
    version: 1,
    description: 'Convert documents to Markdown',
    defaults: { name: 'Scriptorium' },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'scriptoriumApi', required: true }],
    properties: [
      {
        displayName: 'Source',
        name: 'source',
        type: 'options',
        options: [
          { name: 'File', value: 'file' },
          { name: 'URL', value: 'url' },
        ],
        default: 'file',
      },
      {
        displayName: 'Input Binary Field',
        name: 'binaryPropertyName',
        type: 'string',
        default: 'data',
        required: true,
        description: 'Name of the field of the item that has the file',
        displayOptions: { show: { source: ['file'] } },
      },
      {
        displayName: 'URL',
        name: 'url',
        type: 'string',
        default: '',
        required: true,
        description: 'HTTP or HTTPS URL that the server fetches',
        displayOptions: { show: { source: ['url'] } },
      },
      {
        displayName: 'OCR',
        name: 'ocr',
        type: 'options',
        options: [
          { name: 'All Pages', value: 'force' },
          { name: 'None', value: 'off' },
          { name: 'Pages That Need It', value: 'auto' },
        ],
        default: 'auto',
      },
    ],
  };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const converted: INodeExecutionData[] = [];
    for (const [index] of this.getInputData().entries()) {
      try {
        converted.push({ json: await convert(this, index), pairedItem: index });
      } catch (error) {
        if (!this.continueOnFail()) throw new NodeOperationError(this.getNode(), error as Error, { itemIndex: index });
        converted.push({ json: { error: (error as Error).message }, pairedItem: index });
      }
    }
    return [converted];
  }
}

async function convert(context: IExecuteFunctions, index: number): Promise<IDataObject> {
  // A module of ECMAScript, which n8n's loader does not load.
  const { Scriptorium: Client } = await import('scriptorium-md-client');
  const { server, key } = await context.getCredentials<{ server: string; key: string }>('scriptoriumApi', index);
  const signal = context.getExecutionCancelSignal();
  const { source, fileName } = await readSource(context, index);
  const { markdown, job, warnings } = await new Client({ server, key }).convert(source, {
    ocr: context.getNodeParameter('ocr', index) as 'auto' | 'force' | 'off',
    ...(fileName !== undefined && { fileName }),
    ...(signal && { signal }),
  });
  return { markdown, jobId: job.id, warnings: warnings.map(({ message }) => message) };
}

async function readSource(
  context: IExecuteFunctions,
  index: number,
): Promise<{ source: URL | Uint8Array; fileName?: string }> {
  if (context.getNodeParameter('source', index) === 'url')
    return { source: new URL(context.getNodeParameter('url', index) as string) };
  const field = context.getNodeParameter('binaryPropertyName', index) as string;
  const { fileName } = context.helpers.assertBinaryData(index, field);
  return {
    source: await context.helpers.getBinaryDataBuffer(index, field),
    ...(fileName !== undefined && { fileName }),
  };
}
