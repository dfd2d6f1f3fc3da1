import { Failure } from '../failure.ts';

export const unsupported = (): Failure =>
  new Failure(
    'password_protected',
    'The document is encrypted in a way that is not supported. Save it without a password.',
  );
export const damaged = (): Failure => new Failure('corrupt_document', 'The encryption of the document is damaged.');
