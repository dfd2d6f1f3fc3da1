import type { Context } from 'koa';
import { dropDocument, receiveForm } from '../convert/receive.ts';
import type { Input } from '../convert/run.ts';
import type { ApiDeps } from '../deps.ts';
import { MOST_FILES } from './convert-each.ts';
import { refused, type Given } from './given.ts';

/** The files of a form, and what its fields say. Files of a form that is refused are not kept. */
export async function receiveFiles<R>(
  deps: ApiDeps,
  workspace: string,
  {
    ctx,
    fileFields,
    read,
    single = false,
  }: {
    readonly ctx: Context;
    readonly fileFields: readonly string[];
    readonly read: (fields: Given) => R;
    readonly single?: boolean;
  },
): Promise<{ readonly inputs: readonly Input[]; readonly request: R }> {
  if (!ctx.is('multipart/form-data')) throw refused('The request must be a multipart form with files.');
  const { documents, fields } = await receiveForm(deps, workspace, ctx, { fileFields, most: MOST_FILES });
  try {
    const request = read(Object.fromEntries(fields));
    if (single && documents.length > 1) throw refused('The form has several files. Send one file in each request.');
    if (documents.length === 0) throw refused(`${fileFields[0]} is required.`);
    return { request, inputs: documents.map((document) => ({ document })) };
  } catch (error) {
    for (const document of documents) await dropDocument(deps, workspace, document);
    throw error;
  }
}
