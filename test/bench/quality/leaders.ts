/** Runs of dots between a title and its page become one sign: how many there are is the typesetter's accident, and no engine's merit. */
export function shortLeaders(markdown: string): string {
  return markdown.replaceAll(/(?:[.·…_]\s?){4,}|…|\.{3}/gu, ' ... ').replaceAll(/ {2,}\.\.\. +/gu, ' ... ');
}
