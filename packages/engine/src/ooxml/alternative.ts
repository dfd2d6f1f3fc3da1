import { childOf, childrenOf } from '../xml/element.ts';
import type { XmlElement } from '../xml/element.ts';

/**
 * Newer markup when it is of a kind that is read here, else what stands in for it (ECMA-376 part 3, 10.2). `element` is
 * mc:AlternateContent.
 */
export function alternative(element: XmlElement): XmlElement | undefined {
  const choice = childrenOf(element, 'mc:Choice').find((entry) =>
    /\b(?:wps|wpg|wpc|c14|a14|p14|v2|cx\d*)\b/.test(entry.attributes['Requires'] ?? ''),
  );
  return choice ?? childOf(element, 'mc:Fallback') ?? childOf(element, 'mc:Choice');
}
