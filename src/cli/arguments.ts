import { InvalidArgumentError } from 'commander';

/** Readers of arguments and flags; each throws a sentence that says what can be written. */
export function readServer(text: string): string {
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? ''))
    throw new InvalidArgumentError('Enter a URL such as http://localhost:8080.');
  return text;
}

/** A whole number of 1 or more. */
export function readNumber(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('Enter a whole number of 1 or more.');
  return Number(text);
}

export function readId(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('The value is empty.');
  return text;
}

/** As the service wants it, since the name has to fit into that of a Kubernetes resource. */
export function readWorkspace(text: string): string {
  if (!/^[a-z0-9]([a-z0-9.-]{0,61}[a-z0-9])?$/.test(text))
    throw new InvalidArgumentError('Enter a name of up to 63 lower-case letters, digits, dots and hyphens.');
  return text;
}
